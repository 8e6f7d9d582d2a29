// Cumulative seam energy of one image row: minimum of three upper neighbours, direction stored.
__kernel void seam_energy_row(const __global ushort *energy, __global uint *cumul, __global char *dir,
                              const int width, const int y)
{
    const int x = get_global_id(0);
    if (x >= width || y < 1) return;

    const int above = (y - 1) * width;
    uint best = cumul[above + x];
    char d = 0;

    if (x > 0) {
        uint l = cumul[above + x - 1];
        if (l < best) { best = l; d = -1; }
    }
    if (x + 1 < width) {
        uint r = cumul[above + x + 1];
        if (r < best) { best = r; d = 1; }
    }
    cumul[y * width + x] = best + energy[y * width + x];
    dir[y * width + x] = d;
}
