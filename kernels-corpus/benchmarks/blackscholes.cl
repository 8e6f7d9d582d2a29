// Black-Scholes prices of calls and puts, cumulative normal by a polynomial of fifth degree.
#define A1 0.31938153f
#define A2 -0.356563782f
#define A3 1.781477937f
#define A4 -1.821255978f
#define A5 1.330274429f
#define RSQRT2PI 0.39894228040143267793994605993438f

float cnd(float d)
{
    float K = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = RSQRT2PI * exp(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    return d > 0 ? 1.0f - c : c;
}

__kernel void blackscholes(__global float *d_Call, __global float *d_Put, __global const float *d_S,
                           __global const float *d_X, __global const float *d_T, float R, float V, unsigned int optN)
{
    for (unsigned int opt = get_global_id(0); opt < optN; opt += get_global_size(0))
    {
        float S = d_S[opt] + 1.0f, X = d_X[opt] + 1.0f, T = d_T[opt] + 0.01f;
        float sqrtT = sqrt(T);
        float d1 = (log(S / X) + (R + 0.5f * V * V) * T) / (V * sqrtT);
        float d2 = d1 - V * sqrtT;
        float CNDD1 = cnd(d1);
        float CNDD2 = cnd(d2);
        float expRT = exp(-R * T);
        d_Call[opt] = S * CNDD1 - X * expRT * CNDD2;
        d_Put[opt] = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
    }
}
