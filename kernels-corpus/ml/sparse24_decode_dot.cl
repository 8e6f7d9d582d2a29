// Structured 2:4 sparsity: decodes two kept values and their 2-bit positions per quad and dots them with a vector.
kernel void sparse24_decode_dot(global const float2 *restrict kept, global const uchar *restrict where,
                                global const float *restrict x, global float *restrict y,
                                const int rows, const int quads)
{
    const int r = get_global_id(0);
    if (r >= rows) return;

    float acc = 0.0f;
    for (int q = 0; q < quads; ++q) {
        const float2 v = kept[q * rows + r];
        const uint code = where[q * rows + r];
        acc += v.x * x[4 * q + (code & 3u)];
        acc += v.y * x[4 * q + (code >> 2 & 3u)];
    }
    y[r] = acc;
}
