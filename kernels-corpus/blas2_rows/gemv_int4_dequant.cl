// Row products with 4-bit weights, two a byte, a scale and an offset for each block of 32.
enum { QBLOCK = 32, QBYTES = QBLOCK / 2 };

__kernel void gemvInt4Dequant(__global const uchar *W, __global const float2 *scaleZero,
                              __global const float *x, __global float *y, int rows, int blocks)
{
    const int r = get_global_id(0);
    if (r >= rows)
        return;

    float total = 0.0f;
    for (int b = 0; b < blocks; b++)
    {
        const int blk = r * blocks + b;
        const float2 sz = scaleZero[blk];
        float part = 0.0f, xs = 0.0f;

        for (int i = 0; i < QBYTES; i++)
        {
            const uchar w = W[blk * QBYTES + i];
            const float x0 = x[b * QBLOCK + 2 * i];
            const float x1 = x[b * QBLOCK + 2 * i + 1];
            part += (float)(w & 15) * x0 + (float)(w >> 4) * x1;
            xs += x0 + x1;
        }
        total += sz.x * part - sz.y * xs;
    }
    y[r] = total;
}
