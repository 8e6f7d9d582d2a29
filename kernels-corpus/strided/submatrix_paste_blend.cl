// Blends a small patch into a big pitched picture at an offset, clipped to the borders.
__kernel void submatrix_paste_blend(__global float *big, __global const float *patch,
                                    int bw, int bh, int pw, int ph, int x0, int y0, float opacity)
{
    int t = get_global_id(0);
    if (t >= pw * ph)
        return;

    int px = t % pw, py = t / pw;
    int bx = x0 + px, by = y0 + py;
    if (bx < bw && by < bh) {
        __global float *cell = big + by * bw + bx;
        *cell = mix(*cell, patch[t], opacity);
    }
}
