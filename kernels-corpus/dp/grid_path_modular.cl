// Number of monotone lattice paths through a grid with obstacles, modulo a prime; a small grid per work-item.
#define COLS 16
#define PRIME 1000000007u

typedef unsigned int residue;

__kernel void grid_path_modular(__global const ushort *openMask, __global residue *paths, int rows)
{
    residue ways[COLS];
    int c;
    size_t me = get_global_id(0);
    __global const ushort *mask = openMask + me * rows;

    for (c = 0; c < COLS; c++)
        ways[c] = (c == 0);

    for (int r = 0; r < rows; r++) {
        const ushort m = mask[r];
        ways[0] = (m & 1) ? ways[0] : 0u;
        for (c = 1; c < COLS; c++) {
            residue s = ways[c] + ways[c - 1];
            s = s >= PRIME ? s - PRIME : s;
            ways[c] = ((m >> c) & 1) ? s : 0u;
        }
    }
    paths[me] = ways[COLS - 1];
}
