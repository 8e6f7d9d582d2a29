// Block floating point: shared exponent from the largest magnitude, mantissas rounded to eight bits.
__kernel void block_float_normalise(__global const float *in, __global char *mant, __global char *expo, int blockLen)
{
    int b = get_global_id(0);
    float peak = 0.0f;
    __global const float *p = in + b * blockLen;
    for (int i = 0; i < blockLen; ++i)
        peak = fmax(peak, fabs(p[i]));

    int e = peak > 0.0f ? ilogb(peak) : -120;
    e = clamp(e, -120, 120);
    for (int i = 0; i < blockLen; ++i)
        mant[b * blockLen + i] = convert_char_sat_rte(ldexp(p[i], 6 - e));
    expo[b] = (char)e;
}
