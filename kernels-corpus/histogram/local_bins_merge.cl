// Histogram of floats over a range: private to the group in local memory, merged by atomics.
#ifndef NUM_BINS
#define NUM_BINS 512
#endif

static int bin_of(float v, float lo, float inv_width)
{
    return clamp(convert_int_sat_rtz((v - lo) * inv_width), 0, NUM_BINS - 1);
}

__kernel void local_bins_merge(__global const float *values, int n,
                               float lo, float hi,
                               __global int *bins)
{
    __local int mine[NUM_BINS];
    const int lid = get_local_id(0);
    const int lsz = get_local_size(0);
    const float inv = NUM_BINS / fmax(hi - lo, 1e-20f);

    for (int b = lid; b < NUM_BINS; b += lsz)
        mine[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(mine + bin_of(values[i], lo, inv));
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int b = lid; b < NUM_BINS; b += lsz)
        if (mine[b] > 0)
            atomic_add(bins + b, mine[b]);
}
