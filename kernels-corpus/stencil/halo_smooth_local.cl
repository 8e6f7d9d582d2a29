// Smooths a 1-D signal over a fixed radius using a local tile with halo cells.
#ifndef RADIUS
#define RADIUS 5
#endif
#define MAX_WG 256
#define SPAN   (2 * RADIUS + 1)

__constant float wgt[SPAN] = {
    0.01f, 0.03f, 0.07f, 0.12f, 0.17f, 0.20f, 0.17f, 0.12f, 0.07f, 0.03f, 0.01f
};

__kernel void halo_smooth_local(__global const float *restrict src, __global float *restrict dst, int n)
{
    __local float tile[MAX_WG + 2 * RADIUS];
    const int lid = get_local_id(0);
    const int lsz = min((int)get_local_size(0), MAX_WG);
    const int first = (int)get_group_id(0) * lsz - RADIUS;

    for (int k = lid; k < lsz + 2 * RADIUS; k += lsz)
        tile[k] = src[clamp(first + k, 0, n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int gid = (int)get_group_id(0) * lsz + lid;
    if (lid < lsz && gid < n) {
        float s = 0.0f;
        for (int k = 0; k < SPAN; ++k)
            s += wgt[k] * tile[lid + k];
        dst[gid] = s;
    }
}
