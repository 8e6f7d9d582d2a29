// Huffman decoding by a 10-bit look-up table (symbol and length), one bit stream of fixed words per work-item.
#define LUT_BITS 10

__kernel void huffman_table_decode(__global const uint *stream, __global const ushort *lut, __global uchar *symbols,
                                   __global uint *used, const uint wordsPerStream, const uint maxSymbols)
{
    const uint id = get_global_id(0);
    __global const uint *src = stream + id * wordsPerStream;
    ulong acc = 0;
    uint have = 0, next = 0, eaten = 0, n = 0;

    while (n < maxSymbols) {
        if (have < LUT_BITS) {
            if (next < wordsPerStream) {
                acc |= (ulong)src[next] << (32 - have);
                have += 32;
                next++;
            } else
                break;
        }
        const ushort entry = lut[(acc >> 54) & ((1 << LUT_BITS) - 1)];
        const uint len = max((uint)(entry >> 8) & 15u, 1u);
        symbols[id * maxSymbols + n] = (uchar)entry;
        acc <<= len;
        have -= min(len, have);
        eaten += len;
        n++;
    }
    used[id] = eaten;
}
