// Variable-length coding: each symbol's code word goes to its bit position with two atomic ors.
__kernel void huffman_encode(__global const uchar *symbols, __global const uint *codeword, __global const uint *codelen,
                             __global const uint *bitPosition, __global uint *out, const uint n)
{
    const uint k = get_global_id(0);
    if (k >= n) return;
    const uint symbol = symbols[k];
    const uint length = codelen[symbol] & 31;
    const uint code = codeword[symbol] & ((1u << length) - 1);
    const uint bit = k * 16 + (bitPosition[k] & 15);
    const ulong wide = (ulong)code << (64 - (bit & 31) - (length ? length : 1));

    atomic_or(&out[bit / 32], (uint)(wide >> 32));
    if ((uint)wide != 0) atomic_or(&out[bit / 32 + 1], (uint)wide);
}
