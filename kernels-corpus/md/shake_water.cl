// Iterative SHAKE on rigid three-site molecules with a cap on iterations and a tolerance.
#define SITES 3
#define CAP 50

typedef struct { float3 r[SITES]; } Water;

bool satisfy(float3 *p, float3 *q, const float3 ref, float d2, float mi, float mj)
{
    float3 s = *p - *q;
    float diff = d2 - dot(s, s);
    if (fabs(diff) < 1e-4f * d2)
        return true;
    float g = diff / (2.0f * (mi + mj) * fmax(dot(s, ref), 0.1f * d2));
    *p += g * mi * ref;
    *q -= g * mj * ref;
    return false;
}

__kernel void shake_water(__global Water *moved, __global const Water *before, __global uchar *rounds,
                          const float dOH, const float dHH, const float imO, const float imH)
{
    const int id = get_global_id(0);
    Water w = moved[id];
    const Water o = before[id];
    const float3 r01 = o.r[0] - o.r[1], r02 = o.r[0] - o.r[2], r12 = o.r[1] - o.r[2];
    int it = 0;
    bool done = false;

    do {
        done = satisfy(&w.r[0], &w.r[1], r01, dOH * dOH, imO, imH);
        done &= satisfy(&w.r[0], &w.r[2], r02, dOH * dOH, imO, imH);
        done &= satisfy(&w.r[1], &w.r[2], r12, dHH * dHH, imH, imH);
    } while (!done && ++it < CAP);

    moved[id] = w;
    rounds[id] = (uchar)it;
}
