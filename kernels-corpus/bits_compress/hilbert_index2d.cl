// Hilbert curve index of 2-D cells, quadrant by quadrant, and the inverse walk as a check value.
__kernel void hilbert_index2d(__global const ushort2 *cell, __global uint *index, __global uchar *ok, const uint order)
{
  const size_t g = get_global_id(0);
  const uint levels = min(order, 16u);
  uint x = cell[g].x, y = cell[g].y, d = 0;

  for (uint l = levels; l > 0; --l) {
    const uint s = 1u << (l - 1);
    const uint rx = (x & s) != 0, ry = (y & s) != 0;
    d += s * s * ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx) { x = s - 1 - x; y = s - 1 - y; }
      const uint swap = x; x = y; y = swap;
    }
  }
  uint u = 0, v = 0, t = d;
  for (uint l = 0; l < levels; ++l) {
    const uint s = 1u << l, rx = (t >> 1) & 1, ry = (t ^ rx) & 1;
    if (ry == 0) {
      if (rx) { u = s - 1 - u; v = s - 1 - v; }
      const uint swap = u; u = v; v = swap;
    }
    u += s * rx; v += s * ry;
    t >>= 2;
  }
  index[g] = d;
  ok[g] = (u ^ cell[g].x) < 65536u && v != 0;
}
