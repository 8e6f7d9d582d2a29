// Matrix product in tiles of 16 by 16 through local memory, sizes in tiles, a work-group a tile of C.
#define T 16

__kernel void __attribute__((reqd_work_group_size(256, 1, 1)))
sgemm_tiled(__global const float *restrict A, __global const float *restrict B, __global float *restrict C,
            int tilesN, int tilesK)
{
    __local float As[T][T];
    __local float Bs[T][T];
    const int col = get_local_id(0) % T;
    const int row = get_local_id(0) / T;
    const int tm = get_group_id(0) / tilesN, tn = get_group_id(0) % tilesN;
    const int N = tilesN * T, K = tilesK * T;
    float acc = 0.0f;

    for (int t = 0; t < tilesK; t++) {
        As[row][col] = A[(tm * T + row) * K + t * T + col];
        Bs[row][col] = B[(t * T + row) * N + tn * T + col];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < T; k++) acc = fma(As[row][k], Bs[k][col], acc);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[(tm * T + row) * N + tn * T + col] = acc;
}
