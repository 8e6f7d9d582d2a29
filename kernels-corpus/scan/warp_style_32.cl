// Scan in two levels: each 32-lane slice scans without divergence, then the slice totals are scanned.
#define LANES 32

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void warp_style_32(__global const uint *in, __global uint *out)
{
    __local volatile uint s[256 + 8 * LANES];
    __local uint total[8];
    const uint lid = get_local_id(0);
    const uint lane = lid & (LANES - 1);
    const uint slice = lid / LANES;
    const uint at = slice * 2 * LANES + LANES + lane;
    uint x = in[get_global_id(0)];

    s[at - LANES] = 0;
    s[at] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
#define STEP(d) { uint y = s[at - d]; barrier(CLK_LOCAL_MEM_FENCE); x += y; s[at] = x; barrier(CLK_LOCAL_MEM_FENCE); }
    STEP(1) STEP(2) STEP(4) STEP(8) STEP(16)
#undef STEP
    if (lane == LANES - 1)
        total[slice] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0;
    for (uint w = 0; w < 8; ++w)
        before += w < slice ? total[w] : 0u;
    out[get_global_id(0)] = x + before;
}
