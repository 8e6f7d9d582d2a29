// Integer product split along k: every work-item handles a slice of k and adds atomically to C.
#define SLICE 32

__kernel void gemmSplitK(__global const short *A, __global const short *B, volatile __global int *C,
                         int M, int N, int K)
{
    int slices = (K + SLICE - 1) / SLICE;
    int id = get_global_id(0);
    int s = id % slices;
    int c = (id / slices) % N;
    int r = id / slices / N;

    if (r < M) {
        int acc = 0;
        int end = min(K, (s + 1) * SLICE);
        for (int k = s * SLICE; k < end; k++)
            acc += A[r * K + k] * B[k * N + c];
        atomic_add(&C[r * N + c], acc);
    }
}
