// Packs the nonzero elements of each dense row to its front and returns their number and a bitmap.
__kernel void bitmap_compress_row(__global const short *dense, __global short *packed, __global ulong *bitmap,
                                  __global uchar *count, const uint rows)
{
    for (uint r = get_global_id(0); r < rows; r += get_global_size(0))
    {
        ulong bits = 0;
        uint fill = 0;
        for (uint c = 0; c < 64; ++c)
        {
            const short v = dense[r * 64 + c];
            if (v != 0)
            {
                packed[r * 64 + (fill & 63)] = v;
                bits |= 1ul << c;
                ++fill;
            }
        }
        bitmap[r] = bits;
        count[r] = (uchar)fill;
    }
}
