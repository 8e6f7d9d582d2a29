// Chemistry of a combustion code, forward rates: Arrhenius laws of sixteen reactions at the temperature of each cell.
#define RUNIV 1.9872f
#define RF(q) rf[(q) * n + i]
#define LAW(q, lnA, beta, E) RF(q) = exp((lnA) + (beta) * logT - (E) * invRT)

__kernel void s3d_rates_arrhenius(__global const float *T, __global float *rf, const float tconv, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float temp = fmax(T[i] * tconv, 200.0f);
    const float logT = log(temp);
    const float invRT = 1.0f / (RUNIV * temp);

    LAW(0, 35.71f, -0.406f, 16599.0f);
    LAW(1, 10.84f, 2.67f, 6290.0f);
    LAW(2, 19.19f, 1.51f, 3430.0f);
    LAW(3, 14.99f, 2.02f, 13400.0f);
    LAW(4, 44.27f, -1.40f, 104380.0f);
    LAW(5, 36.36f, -0.5f, 0.0f);
    LAW(6, 42.99f, -1.0f, 0.0f);
    LAW(7, 44.49f, -2.0f, 0.0f);
    LAW(8, 30.44f, 0.44f, 0.0f);
    LAW(9, 30.44f, 0.0f, 823.0f);
    LAW(10, 31.89f, 0.0f, 295.0f);
    LAW(11, 31.11f, 0.0f, 0.0f);
    LAW(12, 30.99f, 0.0f, -497.0f);
    LAW(13, 33.67f, 0.0f, 11982.0f);
    LAW(14, 25.59f, 0.0f, -1629.3f);
    LAW(15, 30.81f, 0.0f, 3970.0f);
}
