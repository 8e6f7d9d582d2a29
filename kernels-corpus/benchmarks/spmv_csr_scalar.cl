// Sparse matrix times vector, compressed rows, one work-item a row.
__kernel void spmv_csr_scalar(__global const float *restrict val, __global const float *restrict vec,
                              __global const int *restrict cols, __global const int *restrict rowDelimiters,
                              const int dim, __global float *restrict out)
{
    int myRow = get_global_id(0);

    if (myRow < dim)
    {
        float t = 0;
        int start = rowDelimiters[myRow];
        int end = rowDelimiters[myRow + 1];
        for (int j = start; j < end; j++)
        {
            int col = cols[j];
            t += val[j] * vec[col];
        }
        out[myRow] = t;
    }
}
