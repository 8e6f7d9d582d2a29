// Planar velocity induced by Gaussian-core point vortices, two targets per work-item.
#define CORE(r2) (1.0f - exp(-(r2) * inv2s2))

__kernel void point_vortex_velocity(__global const float *vortX, __global const float *vortY, __global const float *gamma,
                                    __global const float4 *targetPair, __global float4 *velPair,
                                    const int nVort, const float sigma)
{
    const int t = get_global_id(0);
    const float inv2s2 = 0.5f / (sigma * sigma);
    const float4 xy = targetPair[t];
    float4 uv = 0.0f;

    #pragma unroll 2
    for (int k = 0; k < nVort; k++)
    {
        const float2 dx = xy.even - vortX[k];
        const float2 dy = xy.odd - vortY[k];
        const float2 r2 = dx * dx + dy * dy + 1e-8f;
        const float2 s = gamma[k] * CORE(r2) / (2.0f * M_PI_F * r2);
        uv.even -= s * dy;
        uv.odd  += s * dx;
    }
    velPair[t] = uv;
}
