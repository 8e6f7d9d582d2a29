// Several explicit heat steps inside local memory before writing back (overlapped temporal tiles).
#define GROUP  128
#define STEPS  8
#define USEFUL (GROUP - 2 * STEPS)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void heat_time_tile(__global const float *src, __global float *dst, const int n, const float r)
{
    __local float cell[2][GROUP];
    const int me = get_local_id(0);
    const int where = (int)get_group_id(0) * USEFUL + me - STEPS;

    cell[0][me] = src[clamp(where, 0, n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);

    int cur = 0;
    for (int s = 0; s < STEPS; s++) {
        const int l = max(me - 1, 0);
        const int h = min(me + 1, GROUP - 1);
        const float c = cell[cur][me];
        cell[cur ^ 1][me] = c + r * (cell[cur][l] - 2.0f * c + cell[cur][h]);
        barrier(CLK_LOCAL_MEM_FENCE);
        cur ^= 1;
    }

    if (me >= STEPS && me < GROUP - STEPS && where < n)
        dst[where] = cell[cur][me];
}
