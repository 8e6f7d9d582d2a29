// Matrix product, each group of 256 work-items owns a 16x16 block of C staged through local tiles.
#define TS 16

__kernel __attribute__((reqd_work_group_size(TS * TS, 1, 1)))
void matmul_block16(__global const float *restrict A,   /* M x K */
                    __global const float *restrict B,   /* K x N */
                    __global float *restrict C,         /* M x N */
                    const int M, const int N, const int K)
{
    __local float As[TS][TS];
    __local float Bs[TS][TS + 1];

    const int lid = get_local_id(0);
    const int ty = lid / TS;
    const int tx = lid % TS;
    const int blocksAcross = (N - 1) / TS + 1;
    const int row = (int)get_group_id(0) / blocksAcross * TS + ty;
    const int col = (int)get_group_id(0) % blocksAcross * TS + tx;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TS) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int k = 0; k < TS; ++k)
            acc += As[ty][k] * Bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
