// RGB to planar Y, U, V with 2x2 subsampled chroma; a work-item handles one 2x2 block.
__kernel void chroma_420_pack(__global const uchar4 *rgbx, __global uchar *yPlane, __global uchar *uPlane,
                              __global uchar *vPlane, const int halfW, const int halfH)
{
    const int blk = (int)get_global_id(0);
    if (blk >= halfW * halfH)
        return;
    const int bx = blk % halfW, by = blk / halfW;
    const int pitch = 2 * halfW;
    int3 sum = (int3)(0);

    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i) {
            const int at = (2 * by + j) * pitch + 2 * bx + i;
            const int3 c = convert_int4(rgbx[at]).xyz;
            yPlane[at] = (uchar)((77 * c.x + 150 * c.y + 29 * c.z + 128) >> 8);
            sum += c;
        }
    }
    uPlane[blk] = convert_uchar_sat(((-43 * sum.x - 85 * sum.y + 128 * sum.z) >> 10) + 128);
    vPlane[blk] = convert_uchar_sat(((128 * sum.x - 107 * sum.y - 21 * sum.z) >> 10) + 128);
}
