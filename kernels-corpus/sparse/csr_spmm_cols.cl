// Sparse times dense: a work-item computes one entry of the dense product, neighbours share a row.
__kernel void csr_spmm_cols(__global const int *ptr, __global const int *col, __global const float *val,
                            __global const float *X, __global float *Y,
                            const int nrows, const int nvec)
{
    const int g = get_global_id(0);
    const int row = g / nvec, v = g % nvec;
    if (row >= nrows) return;

    const int beg = ptr[row], fin = ptr[row + 1];
    float acc = 0;
    for (int j = beg; j < fin; ++j)
        acc += val[j] * X[col[j] * nvec + v];
    Y[row * nvec + v] = acc;
}
