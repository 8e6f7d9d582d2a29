// Photon packets in turbid tissue: weight deposited in a depth grid by integer atomics at each event.
#define HG(g, u) ((1.0f + (g) * (g) - pown((1.0f - (g) * (g)) / (1.0f - (g) + 2.0f * (g) * (u)), 2)) / (2.0f * (g)))

inline float u01(uint2 *s)
{
    const uint t = s->x ^ (s->x << 10);
    s->x = s->y;
    s->y = s->y ^ (s->y >> 10) ^ t ^ (t >> 13);
    return (s->y >> 9) * (1.0f / 8388608.0f);
}

kernel void photon_fluence_grid(volatile global uint *fluence, global const uint2 *seed, const int bins, const float binDepth,
                                const float muA, const float muS, const float g, const int maxEvents)
{
    uint2 s = seed[get_global_id(0)] | (uint2)(1u, 2u);
    float3 dir = (float3)(0.0f, 0.0f, 1.0f);
    float z = 0.0f, w = 1.0f;
    const float albedo = muS / (muA + muS);

    for (int e = 0; e < maxEvents && w > 1e-3f; ++e) {
        z += dir.z * -log(1.0f - 0.9999f * u01(&s)) / (muA + muS);
        if (z < 0.0f)
            break;
        const int b = min((int)(z / binDepth), bins - 1);
        atomic_add(&fluence[max(b, 0)], (uint)(w * (1.0f - albedo) * 65536.0f));
        w *= albedo;
        const float ct = clamp(HG(g, u01(&s)), -1.0f, 1.0f), st = sqrt(1.0f - ct * ct);
        const float cp = cospi(2.0f * u01(&s));
        dir.z = clamp(dir.z * ct - sqrt(fmax(1.0f - dir.z * dir.z, 0.0f)) * st * cp, -1.0f, 1.0f);
    }
}
