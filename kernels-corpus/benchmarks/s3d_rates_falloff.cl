// Chemistry of a combustion code: pressure-dependent reactions blend two limits with a Troe centring factor.
#define REACTIONS 6

__constant float fcentA[REACTIONS] = {0.50f, 0.73f, 0.78f, 0.62f, 0.56f, 0.97f};
__constant float fcentT1[REACTIONS] = {30.0f, 94.0f, 74.0f, 85.0f, 155.0f, 65.0f};
__constant float fcentT2[REACTIONS] = {900.0f, 1756.0f, 2941.0f, 1212.0f, 1675.0f, 1340.0f};

static float troe(float pr, float fcent)
{
    const float logPr = log10(fmax(pr, 1e-20f));
    const float logFc = log10(fmax(fcent, 1e-20f));
    const float c = -0.4f - 0.67f * logFc;
    const float m = 0.75f - 1.27f * logFc;
    const float x = (logPr + c) / (m - 0.14f * (logPr + c));
    return exp10(logFc / (1.0f + x * x));
}

__kernel void s3d_rates_falloff(__global const float *restrict T, __global const float *restrict third,
                                __global float *restrict rf, __global float *restrict rb,
                                __global const float *restrict low, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float t = fmax(T[i], 1.0f);
        for (int r = 0; r < REACTIONS; r++) {
            const int at = r * n + i;
            const float pr = low[at] * third[i] / fmax(rf[at], 1e-12f);
            const float fc = (1.0f - fcentA[r]) * exp(-t / fcentT1[r]) + fcentA[r] * exp(-t / fcentT2[r]);
            const float f = pr / (1.0f + pr) * troe(pr, fc);
            rf[at] *= f;
            rb[at] *= f;
        }
    }
}
