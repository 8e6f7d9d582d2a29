// Radial pair distribution: all pairs binned into a local histogram, flushed with global atomics.
#define BINS 128

__kernel void pair_distance_histogram(__global const float4 *pts, volatile __global uint *g_r,
                                      const int n, const float scale)
{
    __local uint bins[BINS];
    int lid = get_local_id(0);
    for (int b = lid; b < BINS; b += get_local_size(0))
        bins[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    int i = get_global_id(0);
    if (i < n) {
        float4 a = pts[i];
        for (int j = i + 1; j < n; j++) {
            int b = (int)(scale * fast_distance(a, pts[j]));
            if (b >= 0 && b < BINS)
                atomic_inc(&bins[b]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = lid; b < BINS; b += get_local_size(0))
        if (bins[b])
            atomic_add(&g_r[b], bins[b]);
}
