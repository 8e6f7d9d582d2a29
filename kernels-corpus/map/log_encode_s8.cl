// Logarithmic number system: encodes signed floats as sign plus 7-bit log magnitude, adds two of them by decoding.
static uchar enc(float v)
{
    const float l = 8.0f * (native_log2(fabs(v) + 1e-6f) + 8.0f);
    return (uchar)((v < 0.0f ? 128 : 0) | (int)clamp(rint(l), 0.0f, 127.0f));
}

static float dec(uchar c)
{
    const float m = native_exp2((float)(c & 127) * 0.125f - 8.0f);
    return c & 128 ? -m : m;
}

kernel void log_encode_s8(global const uchar *a, global const uchar *b, global uchar *sum, global uchar *prod, uint n)
{
    uint i = get_global_id(0);
    while (i < n) {
        const uchar x = a[i], y = b[i];
        sum[i] = enc(dec(x) + dec(y));
        prod[i] = (uchar)(((x ^ y) & 128) | min(max((x & 127) + (y & 127) - 64, 0), 127));
        i += get_global_size(0);
    }
}
