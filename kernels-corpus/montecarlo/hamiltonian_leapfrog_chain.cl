// Hamiltonian Monte Carlo on a logistic posterior: leapfrog trajectories over a small shared data set.
#define D 4
static float grad_step(__global const float4 *x, __global const char *label, int n, float4 beta, float4 *g)
{
    float lp = -0.5f * dot(beta, beta);
    float4 acc = -beta;
    for (int i = 0; i < n; i++) {
        const float m = dot(x[i], beta);
        const float y = label[i] > 0 ? 1.0f : 0.0f;
        const float p = 1.0f / (1.0f + exp(-m));
        acc += (y - p) * x[i];
        lp += y * m - log1p(exp(fmin(m, 60.0f)));
    }
    *g = acc;
    return lp;
}

__kernel void hamiltonian_leapfrog_chain(__global const float4 *x, __global const char *label, __global float4 *beta,
                                         __global const float8 *noise, __global uint *accepts,
                                         const int n, const int leaps, const float eps)
{
    const int c = get_global_id(0);
    const float8 z = noise[c];
    float4 q = beta[c], p = z.lo, g;
    const float4 q0 = q;
    const float h0 = grad_step(x, label, n, q, &g) - 0.5f * dot(p, p);
    float lp = h0;
    for (int l = 0; l < leaps; l++) {
        p += 0.5f * eps * g;
        q += eps * p;
        lp = grad_step(x, label, n, q, &g);
        p += 0.5f * eps * g;
    }
    const bool ok = log(fabs(z.s4) + 1e-9f) < lp - 0.5f * dot(p, p) - h0;
    beta[c] = ok ? q : q0;
    accepts[c] += ok;
}
