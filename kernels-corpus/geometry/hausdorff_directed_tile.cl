// Directed Hausdorff distance: nearest neighbour by local tiles, then a group maximum by integer atomics.
#define T 64
__attribute__((reqd_work_group_size(T, 1, 1)))
__kernel void hausdorff_directed_tile(__global const float2 *a, __global const float2 *b, volatile __global uint *worst,
                                      const int na, const int nb)
{
    __local float2 sh[T];
    const int l = get_local_id(0), g = get_global_id(0);
    const float2 me = a[min(g, na - 1)];
    float d = FLT_MAX;
    for (int s = 0; s < nb; s += T) {
        sh[l] = b[min(s + l, nb - 1)];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (int k = 0; k < T; k++) {
            const float2 v = me - sh[k];
            d = fmin(d, v.x * v.x + v.y * v.y);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    atomic_max(worst, as_uint(sqrt(d)));
}
