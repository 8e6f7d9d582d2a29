// Bilinear demosaicing of a 16-bit RGGB sensor, one work-item for each 2x2 cell, borders replicated.
#define RAW(c, r) (float)raw[(r) * W + (c)]

__kernel void demosaic_rggb(__global const ushort *raw, __global float *rgb, const int cellsX, const int cellsY)
{
    int W = 2 * cellsX, H = 2 * cellsY;
    int id = get_global_id(0);
    if (id >= cellsX * cellsY) return;
    int c = 2 * (id % cellsX), r = 2 * (id / cellsX);
    int cm = max(c - 1, 0), cp = min(c + 2, W - 1), rm = max(r - 1, 0), rp = min(r + 2, H - 1);

    float r00 = RAW(c, r), g10 = RAW(c + 1, r), g01 = RAW(c, r + 1), b11 = RAW(c + 1, r + 1);
    float rE = RAW(cp, r), rS = RAW(c, rp), rSE = RAW(cp, rp);
    float bW = RAW(cm, r + 1), bN = RAW(c + 1, rm), bNW = RAW(cm, rm);
    float gN = RAW(c, rm), gW = RAW(cm, r), gE = RAW(cp, r + 1), gS = RAW(c + 1, rp);

    int o = r * W + c;
    vstore3((float3)(r00, 0.25f * (gN + gW + g10 + g01), 0.25f * (bNW + bN + bW + b11)), o, rgb);
    vstore3((float3)(0.5f * (r00 + rE), g10, 0.5f * (bN + b11)), o + 1, rgb);
    vstore3((float3)(0.5f * (r00 + rS), g01, 0.5f * (bW + b11)), o + W, rgb);
    vstore3((float3)(0.25f * (r00 + rE + rS + rSE), 0.25f * (g10 + g01 + gE + gS), b11), o + W + 1, rgb);
}
