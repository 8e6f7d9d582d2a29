// Tallies a particle's track through slabs: flux, absorption, heating and crossings of each slab, in fixed point by atomics.
#define SCALE 1024.0f
#define TALLY(plane, at, amount) atomic_add(&tally[(plane) * slabs + (at)], (uint)((amount) * SCALE))

static uint next_random(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

static float unit_random(uint *state)
{
    return (float)(next_random(state) >> 8) * (1.0f / 16777216.0f);
}

__kernel void track_length_tally(__global uint *tally, __global const float *sigmaTotal, __global const float *sigmaAbsorb,
                                 __global float *leaked, int slabs, int maxFlights, uint seed)
{
    const int history = get_global_id(0);
    uint rng = seed ^ ((uint)history * 2654435761u + 12345u);
    float position = unit_random(&rng), mu = 2.0f * unit_random(&rng) - 1.0f, weight = 1.0f;
    int slab = (int)(rng % (uint)slabs), state = 0;

    if (rng == 0) rng = 1;
    if (fabs(mu) < 0.01f) mu = 0.01f;
    for (int flight = 0; flight < maxFlights; flight++) {
        const int cell = clamp(slab, 0, slabs - 1);
        const float st = sigmaTotal[cell] + 0.001f, sa = sigmaAbsorb[cell];
        const float free_path = -native_log(unit_random(&rng) + 1.0e-6f) / st;
        const float edge = (mu > 0.0f ? 1.0f - position : position) / fabs(mu);
        const float moved = fmin(free_path, edge);

        TALLY(0, cell, weight * moved);
        if (edge < free_path) {
            TALLY(3, cell, weight);
            if (mu > 0.0f) {
                if (cell == slabs - 1) { state = 1; break; }
                slab = cell + 1;
                position = 0.0f;
            } else {
                if (cell == 0) { state = 2; break; }
                slab = cell - 1;
                position = 1.0f;
            }
            continue;
        }
        const float lost = weight * clamp(sa / st, 0.0f, 1.0f);
        TALLY(1, cell, lost);
        TALLY(2, cell, 0.5f * lost * lost);
        weight -= lost;
        if (weight < 0.05f) {
            if (unit_random(&rng) < 0.5f) { state = 3; break; }
            weight *= 2.0f;
        }
        position = clamp(position + mu * moved, 0.0f, 1.0f);
        mu = 2.0f * unit_random(&rng) - 1.0f;
        if (fabs(mu) < 0.01f) mu = mu < 0.0f ? -0.01f : 0.01f;
    }
    leaked[history] = state == 1 ? weight : state == 2 ? -weight : 0.0f;
}
