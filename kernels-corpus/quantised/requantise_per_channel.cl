// Requantise int32 accumulators per channel: fixed-point multiplier by mul_hi, rounding shift, zero point, clamp.
static int rounding_shift(int v, int s)
{
    int half_unit = s > 0 ? 1 << (s - 1) : 0;
    return (v + half_unit - (v < 0 ? 1 : 0)) >> s;
}

__kernel void requantise_per_channel(__global const int *acc, __global const int *bias, __global const int *mult,
                                     __global const uchar *shift, __global char *q,
                                     const int channels, const int zeroPoint, const int pixels)
{
    const int i = get_global_id(0);
    if (i >= pixels * channels) return;
    const int ch = i % channels;
    int v = add_sat(acc[i], bias[ch]);
    v = mul_hi(v, mult[ch]);
    v = rounding_shift(v, shift[ch] & 15);
    q[i] = (char)clamp(v + (zeroPoint & 127), -128, 127);
}
