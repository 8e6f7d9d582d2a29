// Bilinear prolongation of a coarse correction, added to the fine grid by parity of the fine point.
__kernel void multigrid_prolong_add(__global float *fine, __global const float *coarse, const int coarseW, const int coarseH)
{
    const int fineW = coarseW * 2, fineH = coarseH * 2;
    for (int p = get_global_id(0); p < fineW * fineH; p += get_global_size(0))
    {
        const int fx = p % fineW, fy = p / fineW;
        const int cx = fx >> 1, cy = fy >> 1;
        const int cx1 = (cx + 1 < coarseW) ? cx + 1 : cx;
        const int cy1 = (cy + 1 < coarseH) ? cy + 1 : cy;
        const float c00 = coarse[cy * coarseW + cx];
        float corr;

        switch ((fx & 1) | ((fy & 1) << 1))
        {
        case 0:  corr = c00; break;
        case 1:  corr = 0.5f * (c00 + coarse[cy * coarseW + cx1]); break;
        case 2:  corr = 0.5f * (c00 + coarse[cy1 * coarseW + cx]); break;
        default: corr = 0.25f * (c00 + coarse[cy * coarseW + cx1] + coarse[cy1 * coarseW + cx] + coarse[cy1 * coarseW + cx1]);
        }
        fine[p] += corr;
    }
}
