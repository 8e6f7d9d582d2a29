// MUSCL left and right states from van Albada limited slopes of primitive variables packed in float4.
#define TINY 1e-7f
#define SLOPE(a, b) (((a) * (b) * ((a) + (b))) / ((a) * (a) + (b) * (b) + TINY))

__kernel void muscl_van_albada(__global const float4 *prim, __global float8 *leftRight, const int nCells)
{
    int i = get_global_id(0);
    if (i < 1 || i > nCells - 2)
        return;

    float4 dm = prim[i] - prim[i - 1];
    float4 dp = prim[i + 1] - prim[i];
    float4 s = SLOPE(dm, dp);
    s = select(s, (float4)(0.0f), dm * dp <= 0.0f);
    float4 lo = prim[i] - 0.5f * s;
    float4 hi = prim[i] + 0.5f * s;
    int4 bad = (int4)(lo.x <= 0.0f || hi.x <= 0.0f ? -1 : 0);
    leftRight[i] = (float8)(select(lo, prim[i], bad), select(hi, prim[i], bad));
}
