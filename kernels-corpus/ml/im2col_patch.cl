// im2col: each work-item copies the patch of one channel at one output position into a column.
kernel void im2col_patch(global const float *restrict image, global float *restrict columns,
                         const int height, const int width, const int out_w, const int cells, const int channels,
                         const int ksize, const int stride, const int pad)
{
    const int gid = (int)get_global_id(0);
    if (gid >= channels * cells)
        return;

    const int c = gid / cells;
    const int cell = gid % cells;
    const int top = cell / out_w * stride - pad;
    const int left = cell % out_w * stride - pad;

    for (int ky = 0; ky < ksize; ++ky) {
        for (int kx = 0; kx < ksize; ++kx) {
            const int y = top + ky, x = left + kx;
            float v = 0.0f;
            if (y >= 0 && x >= 0 && y < height && x < width)
                v = image[(c * height + y) * width + x];
            columns[((c * ksize + ky) * ksize + kx) * cells + cell] = v;
        }
    }
}
