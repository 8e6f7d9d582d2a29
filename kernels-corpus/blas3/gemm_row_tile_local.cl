// A work-group computes a strip of one C row; the row of A is staged in local memory slice by slice.
__kernel void gemm_row_tile_local(__global const float *A, __global const float *B, __global float *C,
                                  __local float *slice, int M, int N, int K)
{
    const int lid = get_local_id(0);
    const int L   = get_local_size(0);
    const int strips = (N + L - 1) / L;
    const int row = get_group_id(0) / strips;
    const int col = (get_group_id(0) % strips) * L + lid;

    if (row >= M)               /* the same for the whole group */
        return;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += L)
    {
        if (k0 + lid < K)
            slice[lid] = A[row * K + k0 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);

        if (col < N)
        {
            int kEnd = min(L, K - k0);
            for (int k = 0; k < kEnd; k++)
                sum = fma(slice[k], B[(k0 + k) * N + col], sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (col < N)
        C[row * N + col] = sum;
}
