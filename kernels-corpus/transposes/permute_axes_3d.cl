// Permutes the axes of a volume from (z, y, x) to (x, z, y) order, flattened indices.
kernel void permute_axes_3d(global const ushort *vol, global ushort *res, int nx, int ny, int nz)
{
  const int total = nx * ny * nz;
  int i = get_global_id(0);

  if (i < total) {
    const int x = i % nx;
    const int y = i / nx % ny;
    const int z = i / (nx * ny);
    res[(x * nz + z) * ny + y] = vol[i];
  }
}
