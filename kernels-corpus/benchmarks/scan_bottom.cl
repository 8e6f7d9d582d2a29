// Last pass of a three-pass scan: each work-group walks its region in blocks, scans a block and carries its sum on.
__kernel void scan_bottom(__global const float *in, __global const float *regionStart, __global float *out,
                          __local float *lmem, int blocks)
{
    const int lid = get_local_id(0);
    const int lsz = get_local_size(0);
    const int start = get_group_id(0) * blocks * lsz;
    float seed = regionStart[get_group_id(0)];

    for (int b = 0; b < blocks; b++) {
        const int at = start + b * lsz + lid;
        lmem[lid] = in[at];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < lsz; d <<= 1) {
            float other = lid >= d ? lmem[lid - d] : 0.0f;
            barrier(CLK_LOCAL_MEM_FENCE);
            lmem[lid] += other;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        out[at] = seed + lmem[lid];
        seed += lmem[lsz - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
