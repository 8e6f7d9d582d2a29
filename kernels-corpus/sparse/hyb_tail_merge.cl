// Hybrid storage: a fixed-width regular part plus a CSR tail for the entries that do not fit.
#define ELL_W 4

__kernel void hybTailMerge(__global const float4 *regVal, __global const int *regCol,
                           __global const int *tailPtr, __global const int *tailCol, __global const float *tailVal,
                           __global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n)
    {
        const float4 v = regVal[i];
        __global const int *rc = regCol + i * ELL_W;
        float s = v.x * x[rc[0]] + v.y * x[rc[1]] + v.z * x[rc[2]] + v.w * x[rc[3]];

        for (int t = tailPtr[i]; t < tailPtr[i + 1]; ++t)
            s = mad(tailVal[t], x[tailCol[t]], s);
        y[i] = s;
    }
}
