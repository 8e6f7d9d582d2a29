// 32x32 tile transposed through local memory with a pad word per row, four rows per work-item pass.
#define TILE 32
#define PAD 1

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void bank_pad_transpose(__global const float *in, __global float *out, const int tilesX, const int tilesY)
{
    __local float t[TILE * (TILE + PAD)];
    const int l = get_local_id(0);
    const int lx = l % TILE, ly = l / TILE;
    const int tile = get_group_id(0);
    const int tx = tile % tilesX;
    const int ty = (tile / tilesX) % tilesY;
    const int w = tilesX * TILE, h = tilesY * TILE;

    for (int k = ly; k < TILE; k += 8)
        t[k * (TILE + PAD) + lx] = in[(ty * TILE + k) * w + tx * TILE + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = ly; k < TILE; k += 8)
        out[(tx * TILE + k) * h + ty * TILE + lx] = t[lx * (TILE + PAD) + k];
}
