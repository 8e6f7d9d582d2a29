// Row sums where neighbouring work-items walk neighbouring rows, so that every access strides by the pitch.
__kernel void row_sums_uncoalesced(__global const short *m, __global long *sums, uint pitch, uint width, uint height)
{
    const uint y = get_global_id(0);
    long s = 0;
    if (y >= height || width > pitch)
        return;
    __global const short *p = m + y * pitch;
    __global const short *const end = p + width;
    while (p != end)
        s += *p++;
    sums[y] = s;
}
