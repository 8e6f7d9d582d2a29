// Black-Scholes prices of European calls and puts with a rational normal CDF.
#define A1  0.319381530f
#define A2 -0.356563782f
#define A3  1.781477937f
#define A4 -1.821255978f
#define A5  1.330274429f
#define INV_SQRT_2PI 0.3989422804f

static inline float cdf(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float w = INV_SQRT_2PI * exp(-0.5f * d * d) *
              (k * (A1 + k * (A2 + k * (A3 + k * (A4 + k * A5)))));
    return d > 0.0f ? 1.0f - w : w;
}

__kernel void bs_call_put(__global float *call,
                          __global float *put,
                          __global const float *spot,
                          __global const float *strike,
                          __global const float *years,
                          float riskFree,
                          float sigma,
                          uint optN)
{
    for (uint opt = get_global_id(0); opt < optN; opt += get_global_size(0)) {
        float S = spot[opt];
        float X = strike[opt];
        float T = years[opt];
        float vol = sigma * sqrt(T);
        float d1 = (log(S / X) + (riskFree + 0.5f * sigma * sigma) * T) / vol;
        float d2 = d1 - vol;
        float disc = exp(-riskFree * T);
        float n1 = cdf(d1), n2 = cdf(d2);

        call[opt] = S * n1 - X * disc * n2;
        put[opt]  = X * disc * (1.0f - n2) - S * (1.0f - n1);
    }
}
