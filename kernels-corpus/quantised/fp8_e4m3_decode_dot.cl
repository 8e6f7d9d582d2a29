// Dot products of FP8 (4 exponent, 3 mantissa bits) vectors decoded by bit assembly, subnormals included.
inline float e4m3(uchar b)
{
    uint sign = (uint)(b & 0x80) << 24;
    uint ex = (b >> 3) & 15, man = b & 7;
    if (ex == 0)
        return as_float(sign | as_uint((float)man * 0.001953125f));
    return as_float(sign | ((ex + 120) << 23) | (man << 20));
}

kernel void fp8_e4m3_decode_dot(global const uchar *a, global const uchar *b, global float *out, const int k, const int n)
{
    int col = get_global_id(0);
    if (col >= n) return;
    float s0 = 0, s1 = 0;
    int i = 0;
    for (; i + 1 < k; i += 2) {
        s0 += e4m3(a[i]) * e4m3(b[i * n + col]);
        s1 += e4m3(a[i + 1]) * e4m3(b[(i + 1) * n + col]);
    }
    out[col] = s0 + s1;
}
