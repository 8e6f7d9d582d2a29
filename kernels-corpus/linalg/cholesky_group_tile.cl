// Cholesky of one 32x32 matrix a work-group in local memory, a row for each of 32 work-items.
#define N 32

__attribute__((reqd_work_group_size(N, 1, 1)))
__kernel void cholesky_group_tile(__global const float *in, __global float *out)
{
    __local float T[N][N + 1];
    const int row = get_local_id(0);
    const size_t base = get_group_id(0) * (N * N);

    for (int j = 0; j < N; j++)
        T[j][row] = in[base + j * N + row];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < N; k++)
    {
        if (row == k)
            T[k][k] = sqrt(fabs(T[k][k]) + 1e-9f);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row > k)
            T[row][k] /= T[k][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row > k)
            for (int j = k + 1; j <= row; j++)
                T[row][j] -= T[row][k] * T[j][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < N; j++)
        out[base + j * N + row] = row <= j ? T[j][row] : 0.0f;
}
