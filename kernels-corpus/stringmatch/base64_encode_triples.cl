// Base64: three bytes to four characters by arithmetic selection, no table.
static uchar4 to_ascii(uint4 six)
{
    uint4 r = six + (uint4)(65);
    r = select(r, six + (uint4)(71), six > (uint4)(25));
    r = select(r, six - (uint4)(4), six > (uint4)(51));
    r = select(r, (uint4)(43), six == (uint4)(62));
    r = select(r, (uint4)(47), six == (uint4)(63));
    return convert_uchar4(r);
}

__kernel void base64_encode_triples(__global const uchar *bytes, __global uchar4 *chars, uint triples)
{
    uint t = get_global_id(0);
    if (t < triples) {
        uchar3 b = vload3(t, bytes);
        uint v = ((uint)b.x << 16) | ((uint)b.y << 8) | b.z;
        chars[t] = to_ascii((uint4)(v >> 18, (v >> 12) & 63u, (v >> 6) & 63u, v & 63u));
    }
}
