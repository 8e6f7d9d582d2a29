// Log responsibilities of a diagonal Gaussian mixture in four dimensions, log-sum-exp over components.
struct Component { float4 mean; float4 invVar; float logWeight; };

__kernel void gmm_log_resp(__global const float4 *x, __global const struct Component *comp,
                           __global float *resp, __global float *evidence, const int k, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 v = x[i];
    float top = -FLT_MAX, mass = 0.0f;

    for (int c = 0; c < k; ++c) {
        const float4 d = v - comp[c].mean;
        const float lp = comp[c].logWeight - 0.5f * dot(d * d, comp[c].invVar);
        resp[c * n + i] = lp;
        if (lp > top) {
            mass = mass * exp(top - lp) + 1.0f;
            top = lp;
        } else
            mass += exp(lp - top);
    }
    const float norm = top + log(mass);
    for (int c = 0; c < k; ++c)
        resp[c * n + i] -= norm;
    evidence[i] = norm;
}
