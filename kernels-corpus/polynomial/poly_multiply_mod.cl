// Product of two polynomials modulo a prime, one output coefficient a work-item (gather form).
kernel void polyMultiplyMod(global const uint *f, global const uint *g, global uint *h,
                            const int nf, const int ng, const uint prime)
{
    const int k = get_global_id(0);
    if (k < nf + ng - 1)
    {
        ulong acc = 0;
        const int lo = max(0, k - ng + 1);
        const int hi = min(k, nf - 1);
        for (int i = lo; i <= hi; ++i)
            acc = (acc + (ulong)f[i] * g[k - i]) % prime;
        h[k] = (uint)acc;
    }
}
