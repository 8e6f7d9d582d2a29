// All roots of small real polynomials by simultaneous Durand-Kerner iterations.
#define MAXDEG 8

static float2 cmul(float2 p, float2 q) { return (float2)(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x); }
static float2 cdivide(float2 p, float2 q)
{
    float d = dot(q, q) + 1e-30f;
    return (float2)(dot(p, q), p.y * q.x - p.x * q.y) / d;
}

__kernel void polyRootsDurand(__global const float *coef, __global float2 *roots,
                              const int degree, const int iters, const int polys)
{
    const int id = get_global_id(0);
    const int n = min(degree, MAXDEG);
    float2 z[MAXDEG];
    if (id >= polys) return;

    __global const float *c = coef + id * n;    /* monic, low to high */
    z[0] = (float2)(0.4f, 0.9f);
    for (int k = 1; k < n; ++k)
        z[k] = cmul(z[k - 1], (float2)(0.4f, 0.9f));

    for (int t = 0; t < iters; ++t)
        for (int k = 0; k < n; ++k) {
            float2 p = (float2)(1.0f, 0.0f), den = (float2)(1.0f, 0.0f);
            for (int j = n - 1; j >= 0; --j) {
                p = cmul(p, z[k]);
                p.x += c[j];
            }
            for (int j = 0; j < n; ++j)
                if (j != k)
                    den = cmul(den, z[k] - z[j]);
            z[k] -= cdivide(p, den);
        }
    for (int k = 0; k < n; ++k)
        roots[id * n + k] = z[k];
}
