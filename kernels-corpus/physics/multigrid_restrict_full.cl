// Full-weighting restriction of a fine residual to a coarse grid with half the points a side.
constant float stencil1[3] = { 0.25f, 0.5f, 0.25f };

kernel void multigrid_restrict_full(global const float *fine, global float *coarse, int cw, int ch)
{
    int g = get_global_id(0);
    if (g >= cw * ch) return;
    int fw = 2 * cw, fh = 2 * ch;
    int X = (g % cw) * 2, Y = (g / cw) * 2;
    float sum = 0.0f;
    for (int b = 0; b < 3; b++) {
        int y = min(Y + b, fh - 1);
        float row = 0.0f;
        for (int a = 0; a < 3; a++)
            row += stencil1[a] * fine[y * fw + min(X + a, fw - 1)];
        sum += stencil1[b] * row;
    }
    coarse[g] = sum;
}
