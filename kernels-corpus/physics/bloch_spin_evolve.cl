// Bloch equations of many spins under a shaped pulse: rotation per sample by Rodrigues, then relaxation.
__kernel void bloch_spin_evolve(__constant float2 *pulse, __global const float *offset, __global float4 *mag,
                                const int samples, const float dt, const float T1, const float T2)
{
    const int v = get_global_id(0);
    float3 m = mag[v].xyz;
    const float e1 = exp(-dt / T1), e2 = exp(-dt / T2);
    for (int s = 0; s < samples; ++s) {
        const float3 w = (float3)(pulse[s], offset[v]);
        const float mag_ = length(w) + 1e-12f;
        const float3 n = w / mag_;
        float c;
        const float sn = sincos(-mag_ * dt, &c);
        m = c * m + sn * cross(n, m) + (1.0f - c) * dot(n, m) * n;
        m.xy *= e2;
        m.z = 1.0f + (m.z - 1.0f) * e1;
    }
    mag[v] = (float4)(m, hypot(m.x, m.y));
}
