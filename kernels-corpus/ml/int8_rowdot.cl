// Quantised matrix-vector product: signed 8-bit rows times a vector, rescaled by half-precision scales.
kernel void int8_rowdot(global const char4 *restrict W,
                        global const char4 *restrict x,
                        global const half *restrict row_scale,
                        global float *restrict y,
                        const int quads,
                        const float x_scale)
{
    const int r = get_global_id(0);
    global const char4 *w = W + r * quads;
    int acc = 0;

    for (int q = 0; q < quads; ++q) {
        const int4 p = convert_int4(w[q]) * convert_int4(x[q]);
        acc += p.x + p.y + p.z + p.w;
    }
    y[r] = (float)acc * x_scale * vload_half(r, row_scale);
}
