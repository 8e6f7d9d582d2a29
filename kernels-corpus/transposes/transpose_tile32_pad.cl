// Tiled transpose of a float matrix, 32x32 tiles by 256 work-items, padded against bank conflicts.
#define T 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(T * ROWS, 1, 1)))
void transpose_tile32_pad(__global const float *restrict in, __global float *restrict out,
                          const int width, const int height)
{
    __local float tile[T][T + 1];
    const int tx = get_local_id(0) % T;
    const int ty = get_local_id(0) / T;
    const int tilesX = (width + T - 1) / T;
    const int bx = (int)get_group_id(0) % tilesX * T;
    const int by = (int)get_group_id(0) / tilesX * T;

    for (int j = 0; j < T; j += ROWS)
        if (bx + tx < width && by + ty + j < height)
            tile[ty + j][tx] = in[(by + ty + j) * width + bx + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < T; j += ROWS)
        if (by + tx < height && bx + ty + j < width)
            out[(bx + ty + j) * height + by + tx] = tile[tx][ty + j];
}
