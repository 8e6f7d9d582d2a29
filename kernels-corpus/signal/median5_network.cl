// Running median of five samples by a fixed compare-exchange network, four outputs at once.
#define CSWAP(a, b) { float4 lo_ = fmin(a, b); b = fmax(a, b); a = lo_; }

__kernel void median5_network(__global const float *restrict x, __global float *restrict y, int quads)
{
    int q = get_global_id(0);
    if (q >= quads) return;
    __global const float *p = x + 4 * q;
    float4 a = vload4(0, p), b = vload4(0, p + 1), c = vload4(0, p + 2);
    float4 d = vload4(0, p + 3), e = vload4(0, p + 4);
    CSWAP(a, b)
    CSWAP(d, e)
    CSWAP(a, d)
    CSWAP(b, e)
    CSWAP(b, c)
    CSWAP(c, d)
    CSWAP(b, c)
    vstore4(c, q, y);
}
