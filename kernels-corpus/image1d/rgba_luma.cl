// Flattened RGBA pixels to 8-bit luma with integer weights.
__kernel void rgba_luma(__global const uchar4 *rgba, __global uchar *luma, const uint npix)
{
    const uint idx = get_global_id(0);
    if (idx >= npix) return;
    const uint4 c = convert_uint4(rgba[idx]);
    luma[idx] = (uchar)((77u * c.x + 150u * c.y + 29u * c.z + 128u) >> 8);
}
