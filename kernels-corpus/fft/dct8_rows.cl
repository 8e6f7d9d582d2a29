// Type-II DCT of rows of eight samples by the even/odd split with a dense 4x4 odd part.
constant float ODD[4][4] = {
    { 0.490393f, 0.415735f, 0.277785f, 0.097545f },
    { 0.415735f, -0.097545f, -0.490393f, -0.277785f },
    { 0.277785f, -0.490393f, 0.097545f, 0.415735f },
    { 0.097545f, -0.277785f, 0.415735f, -0.490393f },
};

__kernel void dct8_rows(__global const short *blocks, __global short *coefs, uint rows)
{
    uint r = get_global_id(0);
    if (r >= rows) return;

    float8 s = convert_float8(vload8(r, blocks));
    float4 sum = s.lo + s.hi.s3210;
    float4 dif = s.lo - s.hi.s3210;

    float a = sum.s0 + sum.s3, b = sum.s1 + sum.s2;
    float c = sum.s0 - sum.s3, d = sum.s1 - sum.s2;
    float8 out;
    out.s0 = 0.353553f * (a + b);
    out.s4 = 0.353553f * (a - b);
    out.s2 = 0.461940f * c + 0.191342f * d;
    out.s6 = 0.191342f * c - 0.461940f * d;
    out.s1 = dot(dif, vload4(0, ODD[0]));
    out.s3 = dot(dif, vload4(0, ODD[1]));
    out.s5 = dot(dif, vload4(0, ODD[2]));
    out.s7 = dot(dif, vload4(0, ODD[3]));
    vstore8(convert_short8_sat_rte(out), r, coefs);
}
