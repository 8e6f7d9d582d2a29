// Binary to Gray and back by prefix XOR, with the number of bit changes to the neighbour's code.
__kernel void gray_code_roundtrip(__global const ushort8 *in, __global ushort8 *gray, __global uchar *flips)
{
    const size_t i = get_global_id(0);
    const ushort8 b = in[i];
    const ushort8 g = b ^ (b >> (ushort8)1);
    ushort8 back = g;
    back ^= back >> (ushort8)8;
    back ^= back >> (ushort8)4;
    back ^= back >> (ushort8)2;
    back ^= back >> (ushort8)1;
    gray[i] = g;
    const ushort8 p = popcount(g ^ g.s12345670) + (back ^ b);
    flips[i] = (uchar)(p.s0 + p.s1 + p.s2 + p.s3 + p.s4 + p.s5 + p.s6);
}
