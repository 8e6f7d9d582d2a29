// Smith-Waterman local alignment of a pair a work-item: tiles of 4 by 4 cells written out, the row above kept in local memory.
#define WG 64
#define LANES 32
#define CELL(i, j)                                                                                 \
    s = a##i == b##j ? match : mismatch;                                                           \
    up = v##j - gap;                                                                               \
    left = h##i - gap;                                                                             \
    here = fmax(fmax(diag + s, 0.0f), fmax(up, left));                                             \
    diag = v##j;                                                                                   \
    v##j = here;                                                                                   \
    h##i = here;                                                                                   \
    best = fmax(best, here);

#define ROWOF(i)                                                                                   \
    diag = d##i;                                                                                   \
    CELL(i, 0) CELL(i, 1) CELL(i, 2) CELL(i, 3)

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sw_tile_unrolled(__global const uchar *query, __global const uchar *target, __global float *score, int length,
                      float match, float mismatch, float gap)
{
    __local float above[LANES * WG];
    const int lid = get_local_id(0), pair = get_global_id(0);
    const int tiles = min(length / 4, LANES / 4);
    float best = 0.0f;

    for (int c = 0; c < LANES; c++) above[c * WG + lid] = 0.0f;
    for (int r = 0; r < tiles; r++) {
        const int q = pair * length + 4 * r;
        const int a0 = query[q], a1 = query[q + 1], a2 = query[q + 2], a3 = query[q + 3];
        float h0 = 0.0f, h1 = 0.0f, h2 = 0.0f, h3 = 0.0f, d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;
        for (int c = 0; c < tiles; c++) {
            const int t = pair * length + 4 * c;
            const int b0 = target[t], b1 = target[t + 1], b2 = target[t + 2], b3 = target[t + 3];
            float v0 = above[(4 * c) * WG + lid], v1 = above[(4 * c + 1) * WG + lid];
            float v2 = above[(4 * c + 2) * WG + lid], v3 = above[(4 * c + 3) * WG + lid];
            float s, up, left, here, diag;
            const float corner = v3;
            ROWOF(0)
            ROWOF(1)
            ROWOF(2)
            ROWOF(3)
            d0 = corner;
            d1 = h0;
            d2 = h1;
            d3 = h2;
            above[(4 * c) * WG + lid] = v0;
            above[(4 * c + 1) * WG + lid] = v1;
            above[(4 * c + 2) * WG + lid] = v2;
            above[(4 * c + 3) * WG + lid] = v3;
        }
    }
    score[pair] = best;
}
