// Neutron transport through a layered slab: exponential flights, scattering or absorption, tallies by fate.
enum fate { LEAK_BACK, LEAK_FRONT, ABSORBED, LOST, NFATES };

uint spin_lcg(ulong *s)
{
    *s = *s * 2862933555777941757UL + 3037000493UL;
    return (uint)(*s >> 32);
}

__kernel void neutron_slab_walk(__constant float2 *layer, volatile __global uint *tally, __global float *depth,
                                const int layers, const float thickness, const int histories, const int maxCollisions)
{
    __local uint mine[NFATES];
    const int lid = get_local_id(0), id = get_global_id(0);
    if (lid < NFATES)
        mine[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    ulong s = (ulong)id * 0x9E3779B97F4A7C15UL + 1UL;
    float deepest = 0.0f;
    for (int h = 0; h < histories; h++) {
        float x = 0.0f, mu = 1.0f;
        int fate = LOST;
        for (int c = 0; c < maxCollisions; c++) {
            int l = clamp((int)(x / thickness * layers), 0, layers - 1);
            float total = layer[l].x + layer[l].y + 1e-4f;
            x += mu * -log((spin_lcg(&s) + 1.0f) * 2.3283064e-10f) / total;
            deepest = fmax(deepest, x);
            if (x < 0.0f) { fate = LEAK_BACK; break; }
            if (x > thickness) { fate = LEAK_FRONT; break; }
            if (spin_lcg(&s) * 2.3283064e-10f * total < layer[l].y) { fate = ABSORBED; break; }
            mu = 2.0f * (spin_lcg(&s) * 2.3283064e-10f) - 1.0f;
        }
        atomic_inc(&mine[fate & 3]);
    }
    depth[id] = fmin(deepest, thickness);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < NFATES)
        atomic_add(&tally[lid], mine[lid]);
}
