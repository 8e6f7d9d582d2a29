// Sobel gradient magnitude of a flattened 8-bit image; border pixels become zero.
#define PIX(dx, dy) ((int)src[(y + (dy)) * w + x + (dx)])

__kernel void sobel_flat(__global const uchar *src, __global uchar *dst, int w, int h)
{
    int gid = get_global_id(0);

    if (gid < w * h) {
        int x = gid % w;
        int y = gid / w;
        uchar result = 0;

        if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
            int gx = PIX(1, -1) + 2 * PIX(1, 0) + PIX(1, 1)
                   - PIX(-1, -1) - 2 * PIX(-1, 0) - PIX(-1, 1);
            int gy = PIX(-1, 1) + 2 * PIX(0, 1) + PIX(1, 1)
                   - PIX(-1, -1) - 2 * PIX(0, -1) - PIX(1, -1);
            result = convert_uchar_sat(sqrt((float)(gx * gx + gy * gy)));
        }
        dst[gid] = result;
    }
}
