// Unpacks frame-of-reference columns: k-bit offsets from each block's base, straddling word borders.
__kernel void for_delta_unpack(__global const uint *packed, __global const int *blockBase,
                               __global int *out, const uint k, const uint blockRows, const uint rows)
{
    const uint r = get_global_id(0);
    const uint bits = min(k, 31u);
    if (r < rows)
    {
        const uint first = r * bits;
        const uint word = first >> 5, sh = first & 31u;
        const ulong two = ((ulong)packed[word + 1] << 32) | packed[word];
        const uint off = (uint)(two >> sh) & ((1u << bits) - 1u);
        out[r] = blockBase[r / blockRows] + (int)off;
    }
}
