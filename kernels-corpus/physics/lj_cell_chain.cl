// Lennard-Jones forces with a 1-D chain of fixed-capacity cells, each work-item owning one slot.
#ifndef CELL_CAP
#define CELL_CAP 32
#endif

__kernel void lj_cell_chain(__global const float4 *slots,     /* ncells x CELL_CAP */
                            __global const int *occupancy,    /* ncells */
                            __global float4 *force,           /* ncells x CELL_CAP */
                            const int ncells,
                            const float sigma2,
                            const float eps24,
                            const float rcut2)
{
    const int me   = get_global_id(0);
    const int cell = me / CELL_CAP;
    if (cell >= ncells)
        return;

    float4 f = (float4)(0.0f);
    if (me % CELL_CAP < min(occupancy[cell], CELL_CAP)) {
        const float3 p = slots[me].xyz;
        const int first = max(cell - 1, 0);
        const int last  = min(cell + 1, ncells - 1);

        for (int c = first; c <= last; ++c) {
            const int count = min(occupancy[c], CELL_CAP);
            for (int k = 0; k < count; ++k) {
                const int other = c * CELL_CAP + k;
                const float3 d = p - slots[other].xyz;
                const float r2 = dot(d, d);
                if (other == me || r2 > rcut2 || r2 == 0.0f)
                    continue;
                const float s2 = sigma2 / r2;
                const float s6 = s2 * s2 * s2;
                const float mag = eps24 * s6 * (2.0f * s6 - 1.0f) / r2;
                f.xyz += mag * d;
                f.w += s6 * (s6 - 1.0f);
            }
        }
    }
    force[me] = f;
}
