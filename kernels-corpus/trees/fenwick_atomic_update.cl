// Adds point updates to a Fenwick tree with atomics: climbs by the lowest set bit.
__kernel void fenwick_atomic_update(__global int* restrict tree,
                                    __global const int2* restrict updates,   // position, amount
                                    const int size, const int count)
{
  const int u = get_global_id(0);
  if (u >= count) return;

  const int2 up = updates[u];
  int pos = (up.x & 0x3fffffff) % size + 1;
  for (int hops = 0; hops < 31 && pos <= size; ++hops)
  {
    atomic_add(tree + clamp(pos - 1, 0, size - 1), up.y);
    pos += pos & -pos;
  }
}
