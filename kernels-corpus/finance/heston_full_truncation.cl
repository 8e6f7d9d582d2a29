// Heston stochastic volatility by full-truncation Euler from stored normals laid out step-major.
typedef struct { float kappa, theta, xi, rho, r, dt; } HestonParams;

__kernel void heston_full_truncation(__global const float2 *normals, __constant HestonParams *hp,
                                     __global float *spotOut, __global float *varOut,
                                     const float s0, const float v0, const int nSteps)
{
    const int path = get_global_id(0);
    const int nPaths = get_global_size(0);
    const float rho2 = sqrt(1.0f - hp->rho * hp->rho);
    const float sdt = sqrt(hp->dt);
    float x = log(s0), v = v0;
    for (int t = 0; t < nSteps; ++t)
    {
        const float2 z = normals[t * nPaths + path];
        const float vp = fmax(v, 0.0f);
        const float sv = sqrt(vp) * sdt;
        x += (hp->r - 0.5f * vp) * hp->dt + sv * z.x;
        v += hp->kappa * (hp->theta - vp) * hp->dt + hp->xi * sv * (hp->rho * z.x + rho2 * z.y);
    }
    spotOut[path] = exp(x);
    varOut[path] = v;
}
