// Sixty-three-bit Morton codes of points scaled to a box, spreading bits with masks.
static ulong spread21(uint v)
{
    ulong x = v & 0x1fffffu;
    x = (x | x << 32) & 0x001f00000000ffffUL;
    x = (x | x << 16) & 0x001f0000ff0000ffUL;
    x = (x | x << 8)  & 0x100f00f00f00f00fUL;
    x = (x | x << 4)  & 0x10c30c30c30c30c3UL;
    return (x | x << 2) & 0x1249249249249249UL;
}

__kernel void morton_encode_points(__global const float *xyz, __global ulong *code, const float4 lo, const float4 invExtent)
{
    const size_t i = get_global_id(0);
    const float3 u = clamp((vload3(i, xyz) - lo.xyz) * invExtent.xyz, 0.0f, 1.0f);
    const uint3 q = convert_uint3_sat(u * 2097151.0f);
    code[i] = spread21(q.x) | spread21(q.y) << 1 | spread21(q.z) << 2;
}
