// Orientation histogram of image cells: gradient angles vote into nine bins, weighted by magnitude.
#define NB 9

kernel void gradient_orientation_cells(global const float *img, global float *desc,
                                       const int width, const int height, const int cell)
{
    const int cellsX = max(width / cell, 1), cellsY = max(height / cell, 1);
    const int c = get_global_id(0);
    if (c >= cellsX * cellsY)
        return;
    const int x0 = (c % cellsX) * cell, y0 = (c / cellsX) * cell;
    float votes[NB];
    for (int b = 0; b < NB; ++b) votes[b] = 0.0f;

    for (int dy = 0; dy < cell; ++dy) {
        const int y = min(y0 + dy, height - 1);
        for (int dx = 0; dx < cell; ++dx) {
            const int x = min(x0 + dx, width - 1);
            const float gx = img[y * width + min(x + 1, width - 1)] - img[y * width + max(x - 1, 0)];
            const float gy = img[min(y + 1, height - 1) * width + x] - img[max(y - 1, 0) * width + x];
            const float turn = atan2pi(gy, gx);
            const float pos = (turn < 0.0f ? turn + 1.0f : turn) * NB;
            const int b = clamp((int)pos, 0, NB - 1);
            votes[b] += hypot(gx, gy);
        }
    }
    float norm = 1e-6f;
    for (int b = 0; b < NB; ++b) norm += votes[b] * votes[b];
    norm = rsqrt(norm);
    for (int b = 0; b < NB; ++b) desc[c * NB + b] = votes[b] * norm;
}
