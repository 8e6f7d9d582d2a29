// Prefix sums within blocks of 512: up-sweep and down-sweep by 256 work-items, totals to a side array.
#define WG 256
#define SPAN (2 * WG)

__kernel void __attribute__((reqd_work_group_size(WG, 1, 1)))
scan_block(__global const float *in, __global float *out, __global float *blockTotal)
{
    __local float t[SPAN];
    const uint me = get_local_id(0);
    const uint base = get_group_id(0) * SPAN;

    t[me] = in[base + me];
    t[me + WG] = in[base + me + WG];
    for (uint gap = 1; gap < SPAN; gap <<= 1) {
        uint right = 2 * gap * (me + 1) - 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (right < SPAN) t[right] += t[right - gap];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {
        blockTotal[get_group_id(0)] = t[SPAN - 1];
        t[SPAN - 1] = 0.0f;
    }
    for (uint gap = WG; gap > 0; gap >>= 1) {
        uint right = 2 * gap * (me + 1) - 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (right < SPAN) {
            float keep = t[right - gap];
            t[right - gap] = t[right];
            t[right] += keep;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + me] = t[me];
    out[base + me + WG] = t[me + WG];
}
