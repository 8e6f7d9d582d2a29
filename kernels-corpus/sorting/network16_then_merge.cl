// Sorts 16 keys a work-item with Batcher's odd-even network in registers, then merges all runs of the group in local memory.
#define WG 64
#define CSWAP(a, b) { const float lo_ = fmin(a, b); b = fmax(a, b); a = lo_; }
#define SORT2(p) CSWAP(k[p], k[p + 1])
#define MERGE4(p) CSWAP(k[p], k[p + 2]) CSWAP(k[p + 1], k[p + 3]) CSWAP(k[p + 1], k[p + 2])
#define SORT4(p) SORT2(p) SORT2(p + 2) MERGE4(p)
#define MERGE8(p)                                                                                  \
    CSWAP(k[p], k[p + 4]) CSWAP(k[p + 1], k[p + 5]) CSWAP(k[p + 2], k[p + 6]) CSWAP(k[p + 3], k[p + 7]) \
    CSWAP(k[p + 2], k[p + 4]) CSWAP(k[p + 3], k[p + 5])                                            \
    CSWAP(k[p + 1], k[p + 2]) CSWAP(k[p + 3], k[p + 4]) CSWAP(k[p + 5], k[p + 6])
#define SORT8(p) SORT4(p) SORT4(p + 4) MERGE8(p)

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void network16_then_merge(__global const float *keys, __global float *sorted)
{
    __local float run[WG * 16], next[WG * 16];
    const int lid = get_local_id(0), base = get_group_id(0) * WG * 16;
    float k[16];
    for (int i = 0; i < 16; i++)
        k[i] = keys[base + lid * 16 + i];
    SORT8(0)
    SORT8(8)
    CSWAP(k[0], k[8]) CSWAP(k[1], k[9]) CSWAP(k[2], k[10]) CSWAP(k[3], k[11])
    CSWAP(k[4], k[12]) CSWAP(k[5], k[13]) CSWAP(k[6], k[14]) CSWAP(k[7], k[15])
    CSWAP(k[4], k[8]) CSWAP(k[5], k[9]) CSWAP(k[6], k[10]) CSWAP(k[7], k[11])
    CSWAP(k[2], k[4]) CSWAP(k[3], k[5]) CSWAP(k[6], k[8]) CSWAP(k[7], k[9]) CSWAP(k[10], k[12]) CSWAP(k[11], k[13])
    CSWAP(k[1], k[2]) CSWAP(k[3], k[4]) CSWAP(k[5], k[6]) CSWAP(k[7], k[8]) CSWAP(k[9], k[10])
    CSWAP(k[11], k[12]) CSWAP(k[13], k[14])
    for (int i = 0; i < 16; i++)
        run[lid * 16 + i] = k[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int len = 16; len < WG * 16; len *= 2) {
        for (int t = lid; t < WG * 16; t += WG) {
            const int pair = t & ~(2 * len - 1), off = t & (len - 1), right = t & len;
            const int other = pair + (right ? 0 : len);
            const float mine = run[t];
            int below = 0;
            for (int step = len; step > 0; step >>= 1) {
                const int at = min(below + step, len);
                const float v = run[clamp(other + at - 1, 0, WG * 16 - 1)];
                if (right ? v <= mine : v < mine) below = at;
            }
            next[clamp(pair + off + below, 0, WG * 16 - 1)] = mine;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int t = lid; t < WG * 16; t += WG) run[t] = next[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 16; i++)
        sorted[base + i * WG + lid] = run[i * WG + lid];
}
