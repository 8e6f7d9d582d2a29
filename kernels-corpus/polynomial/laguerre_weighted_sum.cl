// Laguerre expansion with forward recurrence and exponential weight, radial grid per work-item.
typedef float real_t;

real_t laguerre_next(int k, real_t x, real_t l1, real_t l0)
{
    return ((2 * k + 1 - x) * l1 - k * l0) / (k + 1);
}

kernel void laguerreWeightedSum(global const real_t *a, global real_t *out, int terms, real_t dr)
{
    const int g = get_global_id(0);
    const real_t r = dr * (g + 0.5f);
    real_t prev = 1.0f, cur = 1.0f - r, s = a[0];

    for (int k = 1; k < terms; ++k) {
        s += a[k] * cur;
        const real_t nxt = laguerre_next(k, r, cur, prev);
        prev = cur;
        cur = nxt;
    }
    out[g] = s * exp(-0.5f * r);
}
