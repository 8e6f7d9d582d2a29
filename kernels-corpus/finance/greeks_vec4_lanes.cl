// Black-Scholes price, delta, gamma and vega of four options per work-item with a polynomial normal CDF.
inline float4 cnd4(float4 x)
{
    const float4 k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float4 poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    poly *= 0.39894228f * native_exp(-0.5f * x * x);
    return select(1.0f - poly, poly, x < 0.0f);
}

__kernel void greeks_vec4_lanes(const __global float4 *S, const __global float4 *X, const __global float4 *T,
                                __global float4 *price, __global float4 *delta, __global float4 *gamma_, __global float4 *vega,
                                const float rate, const float sigma)
{
    const size_t g = get_global_id(0);
    const float4 rt = sqrt(T[g]);
    const float4 d1 = (log(S[g] / X[g]) + (rate + 0.5f * sigma * sigma) * T[g]) / (sigma * rt);
    const float4 nd1 = cnd4(d1);
    const float4 pdf = 0.39894228f * native_exp(-0.5f * d1 * d1);
    price[g] = S[g] * nd1 - X[g] * native_exp(-rate * T[g]) * cnd4(d1 - sigma * rt);
    delta[g] = nd1;
    gamma_[g] = pdf / (S[g] * sigma * rt);
    vega[g] = S[g] * pdf * rt;
}
