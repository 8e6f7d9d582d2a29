// Matrix transposition through padded tiles of 16 by 16 in local memory, a work-group a tile, tiles flattened.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE * TILE, 1, 1)))
void transpose_tiled(__global const float *idata, __global float *odata, const int tiles_x)
{
    __local float block[TILE * (TILE + 1)];
    const int lx = get_local_id(0) & (TILE - 1);
    const int ly = get_local_id(0) / TILE;
    const int tile = get_group_id(0);
    const int tiles_y = ((int)get_num_groups(0) + tiles_x - 1) / tiles_x;
    const int bx = tile % tiles_x;
    const int by = tile / tiles_x;

    block[ly * (TILE + 1) + lx] = idata[(by * TILE + ly) * (tiles_x * TILE) + bx * TILE + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    odata[(bx * TILE + ly) * (tiles_y * TILE) + by * TILE + lx] = block[lx * (TILE + 1) + ly];
}
