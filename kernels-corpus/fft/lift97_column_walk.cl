// Forward 9/7 lifting of one column per work-item, in place, columns kept apart by the row pitch.
constant float STEP[4] = { -1.586134342f, -0.05298011854f, 0.8829110762f, 0.4435068522f };

kernel void lift97_column_walk(global float *plane, int width, int pairs, float K)
{
  int x = get_global_id(0);
  if (x >= width)
    return;
  global float *c = plane + x;
  int last = 2 * pairs - 1;

  for (int s = 0; s < 4; ++s) {
    for (int y = 1 - (s & 1); y <= last; y += 2) {
      int up = y > 0 ? y - 1 : 1;
      int dn = y < last ? y + 1 : last - 1;
      c[y * width] += STEP[s] * (c[up * width] + c[dn * width]);
    }
  }
  for (int y = 0; y < pairs; ++y) {
    c[2 * y * width] *= K;
    c[(2 * y + 1) * width] /= K;
  }
}
