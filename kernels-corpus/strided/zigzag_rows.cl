// Boustrophedon copy: even rows left to right, odd rows right to left, with a running difference.
__kernel void zigzagRows(__global const short *src, __global short *dst, const int width, const int height)
{
    const int cells = width * height;
    for (int i = get_global_id(0); i < cells; i += get_global_size(0))
    {
        const int y = i / width;
        const int x = i % width;
        const int from = (y & 1) ? y * width + (width - 1 - x) : i;
        const short left = src[max(from - 1, 0)];
        dst[i] = src[from] - left;
    }
}
