// Copies a matrix from row-major order to blocked (tile after tile) order, one element per work-item.
__kernel void blocked_matrix_copy(__global const int *rowMajor, __global int *blocked,
                                  const int tilesAcross, const int tilesDown, const int tile)
{
    const int e = get_global_id(0);
    const int area = tile * tile;
    const int block = e / area;
    const int inside = e % area;
    const int by = block / tilesAcross, bx = block % tilesAcross;

    if (by < tilesDown) {
        const int y = by * tile + inside / tile;
        const int x = bx * tile + inside % tile;
        blocked[e] = rowMajor[y * tilesAcross * tile + x];
    }
}
