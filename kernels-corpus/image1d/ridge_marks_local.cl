// Marks samples of a flattened image that top all eight neighbours of a local tile row at two scales, and lists them by group.
#define EDGE 2
#define WG 128
#define ROW (WG + 2 * EDGE)
#define AT(r, dx) tile[(r) * ROW + lid + EDGE + (dx)]
#define TOPS(v, r, dx) ((v) > AT(r, dx))

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void ridge_marks_local(__global const float *fine, __global const float *coarse, __global int *listed, __global int *counts,
                       __global uchar *mark, int total, float threshold)
{
    __local float tile[4 * ROW];
    __local int found, base;
    const int lid = get_local_id(0), gid = get_global_id(0), last = total - 1;
    const int here = min(gid, last), before = max(here - total / 2, 0), after = min(here + total / 2, last);

    if (lid == 0) found = 0;
    AT(0, 0) = fine[before];
    AT(1, 0) = fine[here];
    AT(2, 0) = fine[after];
    AT(3, 0) = coarse[here];
    if (lid < EDGE) {
        const int left = clamp(gid - EDGE, 0, last), right = clamp(gid + WG, 0, last);
        tile[lid] = fine[left];
        tile[ROW + lid] = fine[left];
        tile[2 * ROW + lid] = fine[left];
        tile[3 * ROW + lid] = coarse[left];
        tile[lid + WG + EDGE] = fine[right];
        tile[ROW + lid + WG + EDGE] = fine[right];
        tile[2 * ROW + lid + WG + EDGE] = fine[right];
        tile[3 * ROW + lid + WG + EDGE] = coarse[right];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float v = AT(1, 0), c = AT(3, 0);
    int side = 0, slot = -1;
    if (gid < total && v > threshold) {
        side += TOPS(v, 0, -1) && TOPS(v, 0, 0) && TOPS(v, 0, 1);
        side += TOPS(v, 1, -1) && TOPS(v, 1, 1);
        side += TOPS(v, 2, -1) && TOPS(v, 2, 0) && TOPS(v, 2, 1);
        side += TOPS(c, 3, -1) && TOPS(c, 3, 1);
        side += TOPS(c, 3, -2) && TOPS(c, 3, 2);
        if (side >= 4 || (side == 3 && v > c))
            slot = atomic_inc(&found);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        base = get_group_id(0) * WG;
        counts[get_group_id(0)] = found;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (slot >= 0 && slot < WG) listed[base + slot] = gid;
    if (gid < total) mark[gid] = (uchar)(slot >= 0 ? 128 + side : side);
}
