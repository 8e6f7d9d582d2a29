// Rounds floats to bfloat16 (nearest even, quiet NaN) and reports the rounding error.
__kernel void bf16_round_store(__global const float4 *in, __global ushort4 *bf, __global float4 *err, const uint n4)
{
    const uint i = get_global_id(0);
    if (i >= n4)
        return;
    const float4 f = in[i];
    const uint4 u = as_uint4(f);
    const uint4 even = (u >> 16) & 1u;
    uint4 r = (u + 0x7fffu + even) & 0xffff0000u;
    r = select(r, (uint4)(0x7fc00000u), isnan(f));
    bf[i] = convert_ushort4(r >> 16);
    err[i] = f - as_float4(r);
}
