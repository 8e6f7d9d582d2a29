// Symmetric matrix-vector product reading only the lower triangle of the stored matrix.
__kernel void symv_lower_stored(__global const float *A, __global const float *x,
                                __global float *y, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;

    float acc = 0.0f;
    for (int j = 0; j <= i; j++)            /* along the row */
        acc += A[i * n + j] * x[j];
    for (int j = i + 1; j < n; j++)         /* down the column */
        acc += A[j * n + i] * x[j];
    y[i] = acc;
}
