// Exchanges two vectors through walking pointers, a contiguous chunk for each work-item.
kernel void swap_halves_ptr(global int *p, global int *q, const int chunk)
{
  const int base = get_global_id(0) * chunk;
  global int *a = p + base;
  global int *b = q + base;

  for (int left = chunk; left > 0; left--) {
    const int t = *a;
    *a++ = *b;
    *b++ = t;
  }
}
