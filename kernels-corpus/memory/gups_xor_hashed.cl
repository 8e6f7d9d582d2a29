// Random-access updates: hashed indices masked to a power-of-two table, xor of 64-bit words.
__kernel void gups_xor_hashed(__global ulong *table, const uint mask, const uint updates)
{
    uint s = (uint)get_global_id(0) + 1u;
    for (uint u = 0; u < updates; ++u) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        table[s & mask] ^= ((ulong)s << 32) | u;
    }
}
