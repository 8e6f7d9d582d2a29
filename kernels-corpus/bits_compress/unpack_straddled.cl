// Unpack k-bit integers that straddle 32-bit words, one value per work-item.
__kernel void unpack_straddled(__global const uint *packed, __global uint *values, const uint bits, const uint count)
{
    const uint i = get_global_id(0);
    if (i >= count)
        return;
    const uint k = min(bits, 31u);
    const uint word = i / 32u * k + (i % 32u) * k / 32u;
    const uint off = (i % 32u) * k % 32u;
    ulong pair = packed[word];
    if (off + k > 32u)
        pair |= (ulong)packed[word + 1] << 32;
    values[i] = (uint)(pair >> off) & ((1u << k) - 1u);
}
