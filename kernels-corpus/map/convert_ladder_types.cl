// Walks a value through a ladder of types (uchar, short, int, float, half bits, long) with rounding modes.
__kernel void convert_ladder_types(__global const uchar4 *bytes, __global long4 *wide, __global half *narrow, float gain)
{
    const size_t i = get_global_id(0);
    const short4 s = convert_short4(bytes[i]) - (short)128;
    const float4 f = convert_float4(s) * gain;
    const int4 down = convert_int4_rtn(f);
    const int4 up = convert_int4_rtp(f);
    const int4 near = convert_int4_sat_rte(f * f);
    vstore_half4_rtz(f, i, narrow);
    wide[i] = convert_long4(down) * convert_long4(near) + convert_long4(up - down);
}
