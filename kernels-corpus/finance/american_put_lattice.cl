// American put on a binomial lattice, one work-group per option, lattice level in local memory.
#ifndef LATTICE
#define LATTICE 128
#endif

__kernel __attribute__((reqd_work_group_size(LATTICE, 1, 1)))
void american_put_lattice(__global const float4 *contract, /* spot, strike, years, vol */
                          __global float *price,
                          const float rate,
                          const int nsteps)
{
    __local float level[LATTICE];

    const int lid = get_local_id(0);
    const int grp = get_group_id(0);
    const int steps = min(nsteps, LATTICE - 1);
    const float4 c = contract[grp];

    const float dt   = c.z / (float)steps;
    const float up   = exp(c.w * sqrt(dt));
    const float grow = exp(rate * dt);
    const float pu   = (grow - 1.0f / up) / (up - 1.0f / up);
    const float df   = 1.0f / grow;

    level[lid] = fmax(c.y - c.x * pown(up, 2 * lid - steps), 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int t = steps - 1; t >= 0; t--) {
        float v = 0.0f;
        if (lid <= t) {
            float hold = df * (pu * level[lid + 1] + (1.0f - pu) * level[lid]);
            v = fmax(hold, c.y - c.x * pown(up, 2 * lid - t));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid <= t)
            level[lid] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid == 0)
        price[grp] = level[0];
}
