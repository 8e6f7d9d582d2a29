kernel void k(global const float *in, global float *out, int rows, int cols, int batch) {
    int g = get_global_id(0);
    if (g >= rows * cols * batch) return;
    int b = g / (rows * cols), rest = g % (rows * cols);
    out[b * rows * cols + rest] = in[b * rows * cols + rest];
}
