// Cluster sums of a work-group kept in local memory with integer atomics, flushed once to global memory.
#define K 8
#define DIMS 4

__kernel void local_centroid_sums(__global const short4 *restrict pixels, __constant short4 *means,
                                  __global int *restrict sums, __global uchar *restrict label, const int n)
{
    __local int acc[K * (DIMS + 1)];
    for (int s = get_local_id(0); s < K * (DIMS + 1); s += get_local_size(0))
        acc[s] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int i = get_global_id(0);
    if (i < n) {
        const int4 p = convert_int4(pixels[i]);
        int win = 0, low = INT_MAX;
        for (int c = 0; c < K; c++) {
            const int4 d = (p - convert_int4(means[c])) >> 4;
            const int d2 = d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
            if (d2 < low) { low = d2; win = c; }
        }
        label[i] = (uchar)win;
        __local int *slot = acc + (win & (K - 1)) * (DIMS + 1);
        atomic_add(slot, p.x);
        atomic_add(slot + 1, p.y);
        atomic_add(slot + 2, p.z);
        atomic_add(slot + 3, p.w);
        atomic_inc(slot + 4);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = get_local_id(0); s < K * (DIMS + 1); s += get_local_size(0))
        if (acc[s] != 0)
            atomic_add(&sums[s], acc[s]);
}
