// Heap sort of a small strided column for each work-item: sift-down with bounded depth.
__kernel void heapSortSlots(__global uint *col, const uint m)
{
  const uint W = get_global_size(0), c = get_global_id(0);
#define AT(i) col[min((uint)(i), m - 1) * W + c]
  uint end = m;
  uint start = m / 2;

  for (uint turn = 0; turn < m + m / 2; ++turn) {
    if (start > 0) {
      --start;
    } else {
      if (end <= 1) break;
      --end;
      const uint top = AT(0);
      AT(0) = AT(end);
      AT(end) = top;
    }
    uint root = start;
    const uint x = AT(root);
    for (uint level = 0; level < 24; ++level) {
      uint child = 2 * root + 1;
      if (child >= end) break;
      if (child + 1 < end && AT(child) < AT(child + 1)) ++child;
      if (AT(child) <= x) break;
      AT(root) = AT(child);
      root = child;
    }
    AT(root) = x;
  }
#undef AT
}
