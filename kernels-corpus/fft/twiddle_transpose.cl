// Middle step of a four-step transform: twiddle by exp(-2 pi i r c / N) and transpose 16x16 tiles.
#define SIDE 16

__attribute__((reqd_work_group_size(SIDE * SIDE, 1, 1)))
__kernel void twiddle_transpose(__global const float2 *restrict mat, __global float2 *restrict matT,
                                const uint tilesPerRow, const uint tilesPerCol)
{
    __local float2 tile[SIDE][SIDE + 1];
    const uint cols = tilesPerRow * SIDE, rows = tilesPerCol * SIDE;
    const uint g = get_group_id(0) % (tilesPerRow * tilesPerCol);
    const uint x = get_local_id(0) % SIDE, y = get_local_id(0) / SIDE;
    const uint r = g / tilesPerRow * SIDE + y;
    const uint c = g % tilesPerRow * SIDE + x;

    const float2 v = mat[r * cols + c];
    const float turn = -2.0f * (float)((ulong)r * c % ((ulong)rows * cols)) / ((float)rows * (float)cols);
    const float2 w = (float2)(cospi(turn), sinpi(turn));
    tile[y][x] = (float2)(dot(v, (float2)(w.x, -w.y)), dot(v, w.yx));
    barrier(CLK_LOCAL_MEM_FENCE);

    matT[(g % tilesPerRow * SIDE + y) * rows + g / tilesPerRow * SIDE + x] = tile[x][y];
}
