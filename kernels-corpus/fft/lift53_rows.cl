// Reversible 5/3 integer lifting of image rows: low band to the left half, high band to the right.
#define HIGH(i) (src[2 * (i) + 1] - ((src[2 * (i)] + src[min(2 * (i) + 2, 2 * nh - 2)]) >> 1))

__kernel void lift53_rows(__global const int *img, __global int *bands, const int nh, const int rows)
{
    const int g = get_global_id(0);
    const int row = g / nh;
    const int i = g % nh;
    if (g >= nh * rows)
        return;

    __global const int *src = img + row * 2 * nh;
    __global int *dst = bands + row * 2 * nh;
    const int d0 = HIGH(i);
    const int dm = i > 0 ? HIGH(i - 1) : d0;

    dst[i] = src[2 * i] + ((dm + d0 + 2) >> 2);
    dst[nh + i] = d0;
}
