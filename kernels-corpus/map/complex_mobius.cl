// Applies a Moebius transform w = (a z + b) / (c z + d) to complex numbers a number of times.
typedef float2 cplx;

static cplx cmul(cplx p, cplx q) { return (cplx)(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x); }
static cplx cdiv(cplx p, cplx q)
{
    const float s = 1.0f / fmax(q.x * q.x + q.y * q.y, 1e-20f);
    return s * (cplx)(p.x * q.x + p.y * q.y, p.y * q.x - p.x * q.y);
}

kernel void complex_mobius(global cplx *z, const float4 ab, const float4 cd, const uint n, const uint rounds)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    cplx v = z[i];
    for (uint r = 0; r < rounds; ++r)
        v = cdiv(cmul(ab.lo, v) + ab.hi, cmul(cd.lo, v) + cd.hi);
    z[i] = v;
}
