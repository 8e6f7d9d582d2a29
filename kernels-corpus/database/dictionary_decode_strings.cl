// Dictionary decoding: copies fixed-width strings of the dictionary to the rows that name them.
__kernel void dictionary_decode_strings(__global const ushort *codes, __global const uchar *dict,
                                        __global uchar *text, const uint rows,
                                        const uint entries, const uint width)
{
    const uint row = get_global_id(0);
    if (row >= rows)
        return;
    __global const uchar *from = dict + (codes[row] % entries) * width;
    __global uchar *to = text + row * width;
    uint b = 0;

    for (; b + 4 <= width; b += 4)
        vstore4(vload4(0, from + b), 0, to + b);
    for (; b < width; ++b)
        to[b] = from[b];
}
