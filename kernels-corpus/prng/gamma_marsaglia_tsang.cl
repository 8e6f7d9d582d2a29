// Gamma deviates by Marsaglia and Tsang's squeeze from polar normals, boosted for shapes below one.
typedef struct { uint a; uint weyl; } mw;

float mw_next(mw *r)
{
    r->weyl += 362437u;
    r->a ^= r->a << 13; r->a ^= r->a >> 17; r->a ^= r->a << 5;
    return ((r->a + r->weyl) >> 8) * 5.9604645e-8f + 2.9802322e-8f;
}

float mw_normal(mw *r)
{
    float x = 0, y, q = 1;
    for (int k = 0; k < 16; k++) {
        x = 2 * mw_next(r) - 1;
        y = 2 * mw_next(r) - 1;
        q = x * x + y * y;
        if (q > 0 && q < 1)
            return x * sqrt(-2 * log(q) / q);
    }
    return x;
}

__kernel void gamma_marsaglia_tsang(__global const float *shape, __global float *out, const int draws, const int tries)
{
    const int id = get_global_id(0);
    mw r = { 2463534242u ^ (uint)id * 2654435761u, (uint)id };
    const float k = fmax(shape[id], 0.01f), d = (k < 1 ? k + 1 : k) - 1.0f / 3, c = 1.0f / sqrt(9 * d);
    float mean = 0;
    for (int i = 0; i < draws; i++) {
        float g = d;
        for (int t = 0; t < tries; t++) {
            const float x = mw_normal(&r), v = pown(1 + c * x, 3), u = mw_next(&r);
            if (v > 0 && log(u) < 0.5f * x * x + d - d * v + d * log(v)) {
                g = d * v;
                break;
            }
        }
        mean += k < 1 ? g * pow(mw_next(&r), 1 / k) : g;
    }
    out[id] = mean / draws;
}
