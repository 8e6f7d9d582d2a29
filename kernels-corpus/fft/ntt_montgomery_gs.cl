// Gentleman-Sande level modulo a 31-bit prime in Montgomery form, powers of the root walked on the fly.
typedef struct { uint prime, negInv, rootStep, one; } NttPlan;

static uint redc(ulong t, uint p, uint negInv)
{
    uint m = (uint)t * negInv;
    uint r = (uint)((t + (ulong)m * p) >> 32);
    return r >= p ? r - p : r;
}

__kernel void ntt_montgomery_gs(__global uint *a, __constant NttPlan *plan, const uint blocks, const uint span)
{
    const uint b = get_global_id(0);
    if (b >= blocks) return;

    const uint p = plan->prime | 1u;
    uint w = plan->one;
    __global uint *lo = a + b * 2 * span;
    __global uint *hi = lo + span;
    for (uint k = 0; k < span; ++k, ++lo, ++hi) {
        const uint x = *lo, y = *hi;
        const uint s = x + y;
        *lo = s >= p ? s - p : s;
        *hi = redc((ulong)(x + p - y) * w, p, plan->negInv);
        w = redc((ulong)w * plan->rootStep, p, plan->negInv);
    }
}
