// Residual r = b - A x with ELLPACK-R storage (true length of each row kept).
__kernel void ell_rowlen_residual(__global const float *val, __global const int *col,
                                  __global const int *rowlen, __global const float *x,
                                  __global const float *b, __global float *res,
                                  int n, int width)
{
    int row = get_global_id(0);
    if (row >= n)
        return;
    int len = clamp(rowlen[row], 0, width);
    float acc = b[row];
    for (int k = 0; k < len; k++) {
        int p = k * n + row;
        int c = col[p] & 0x7fffffff;
        acc -= val[p] * x[min(c, n - 1)];
    }
    res[row] = acc;
}
