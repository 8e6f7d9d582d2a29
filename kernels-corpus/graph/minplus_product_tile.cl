// Min-plus matrix product for all-pairs shortest paths, 16 x 16 tiles in local memory.
#define T 16

__kernel __attribute__((reqd_work_group_size(T * T, 1, 1)))
void minplus_product_tile(__global const int *A, __global const int *B, __global int *C, const int tiles)
{
    __local int sa[T][T + 1], sb[T][T];
    const int N = tiles * T;
    const int lid = get_local_id(0);
    const int r = lid / T, c = lid % T;
    const int block = (int)get_group_id(0) % (tiles * tiles);
    const int row = (block / tiles) * T + r;
    const int col = (block % tiles) * T + c;
    int best = INT_MAX / 2;

    for (int t = 0; t < tiles; ++t) {
        sa[r][c] = A[row * N + t * T + c];
        sb[r][c] = B[(t * T + r) * N + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int k = 0; k < T; ++k)
            best = min(best, sa[r][k] + sb[k][c]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[row * N + col] = best;
}
