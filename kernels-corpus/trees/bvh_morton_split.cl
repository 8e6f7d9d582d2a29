// Split position of each inner node of a radix tree over sorted Morton codes, found by common prefixes.
#define DELTA(i, j) (((j) < 0 || (j) >= n) ? -1 : \
                     (int)clz(code[i] ^ code[clamp((j), 0, n - 1)]) + (code[i] == code[clamp((j), 0, n - 1)] ? (int)clz((uint)(i) ^ (uint)(j)) : 0))

__kernel void bvh_morton_split(__global const uint *code, __global int4 *inner, const int n)
{
  const int i = get_global_id(0);
  if (i >= n - 1)
    return;

  const int dir = DELTA(i, i + 1) > DELTA(i, i - 1) ? 1 : -1;
  const int floorDelta = DELTA(i, i - dir);
  int len = 0;
  for (int step = 1 << 20; step > 0; step >>= 1)
    if (DELTA(i, i + (len + step) * dir) > floorDelta)
      len += step;

  const int j = i + len * dir;
  const int nodeDelta = DELTA(i, j);
  int s = 0;
  for (int step = 1 << 20; step > 0; step >>= 1)
    if (s + step < len && DELTA(i, i + (s + step) * dir) > nodeDelta)
      s += step;
  inner[i] = (int4)(min(i, j), max(i, j), i + s * dir + min(dir, 0), nodeDelta);
}
