// LU decomposition of 32x32 diagonal blocks in local memory, a work-group each, without pivoting.
#define BW 32

__kernel void __attribute__((reqd_work_group_size(BW, 1, 1)))
lud_diagonal(__global float *blocks)
{
    __local float shadow[BW * BW];
    int tx = get_local_id(0);
    __global float *a = blocks + get_group_id(0) * BW * BW;

    for (int i = 0; i < BW; i++) shadow[i * BW + tx] = a[i * BW + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < BW - 1; i++) {
        if (tx > i) {
            for (int j = 0; j < i; j++) shadow[tx * BW + i] -= shadow[tx * BW + j] * shadow[j * BW + i];
            float pivot = shadow[i * BW + i];
            shadow[tx * BW + i] /= fabs(pivot) < 1e-6f ? 1e-6f : pivot;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tx > i)
            for (int j = 0; j < i + 1; j++)
                shadow[(i + 1) * BW + tx] -= shadow[(i + 1) * BW + j] * shadow[j * BW + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 1; i < BW; i++) a[i * BW + tx] = shadow[i * BW + tx];
}
