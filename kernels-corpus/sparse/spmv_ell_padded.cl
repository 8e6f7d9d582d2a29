// Sparse matrix-vector product in ELLPACK layout, padded entries marked by column -1.
__kernel void spmv_ell_padded(__global const float *val, __global const int *col,
                              __global const float *x, __global float *y,
                              int rows, int cols, int max_nnz)
{
    int r = get_global_id(0);
    if (r < rows) {
        float sum = 0.0f;
        for (int k = 0; k < max_nnz; k++) {
            int at = k * rows + r;      /* column-major: neighbours read together */
            int c = col[at];
            if (c >= 0 && c < cols)
                sum += val[at] * x[c];
        }
        y[r] = sum;
    }
}
