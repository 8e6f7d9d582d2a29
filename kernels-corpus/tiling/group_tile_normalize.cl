// One tile per group: finds its maximum in local memory, then normalises the tile by it.
#define PER_ITEM 8

__kernel void groupTileNormalize(__global const float *in, __global float *out, __local float *peaks)
{
    const int lid = get_local_id(0), lsz = get_local_size(0);
    const size_t base = get_group_id(0) * lsz * PER_ITEM;
    float keep[PER_ITEM];
    float m = 1e-20f;

#pragma unroll
    for (int k = 0; k < PER_ITEM; ++k) {
        keep[k] = in[base + k * lsz + lid];
        m = fmax(m, fabs(keep[k]));
    }
    peaks[lid] = m;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < lsz; ++j)
        m = fmax(m, peaks[j]);
#pragma unroll
    for (int k = 0; k < PER_ITEM; ++k)
        out[base + k * lsz + lid] = keep[k] / m;
}
