// Runs a two-state constant-velocity Kalman filter along each of many measurement tracks.
typedef struct { float p00, p01, p11; } cov_t;

__kernel void kalman2FilterRows(__global const float *z, __global float2 *track, __global cov_t *cov,
                                const float dt, const float q, const float r, const int steps, const int tracks)
{
    const int t = get_global_id(0);
    if (t >= tracks) return;

    float2 x = (float2)(z[t], 0.0f);
    cov_t P = { 1.0f, 0.0f, 1.0f };
    for (int k = 0; k < steps; ++k)
    {
        x.x += dt * x.y;
        P.p00 += dt * (2.0f * P.p01 + dt * P.p11) + q;
        P.p01 += dt * P.p11;
        P.p11 += q;

        const float innov = z[k * tracks + t] - x.x;
        const float inv = 1.0f / (P.p00 + r + 1e-9f);
        const float2 gain = (float2)(P.p00, P.p01) * inv;
        x += gain * innov;
        P.p11 -= gain.y * P.p01;
        P.p01 -= gain.x * P.p01;
        P.p00 -= gain.x * P.p00;
        track[k * tracks + t] = x;
    }
    cov[t] = P;
}
