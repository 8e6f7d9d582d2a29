// Compacts set bits of a mask: each work-item lists the positions in one word by clearing lowest bits.
__kernel void ballot_compact_bits(__global const uint *mask, __global const uint *wordOffset,
                                  __global uint *position, const uint words, const uint capacity)
{
    uint w = get_global_id(0);
    if (w < words)
    {
        uint m = mask[w];
        uint to = wordOffset[w] & 0x7fffffffu;
        for (int k = 0; k < 32; ++k)
        {
            if (m == 0)
                break;
            uint low = m & (0u - m);
            if (to < capacity)
                position[to] = w * 32u + (31u - clz(low));
            ++to;
            m ^= low;
        }
    }
}
