// Sliding maximum over a trailing window with a small monotone queue, one record a work-item.
#define CAP 64

__kernel void moving_max_deque(__global const int *rec, __global int *peak, uint len, uint window)
{
  uint r = get_global_id(0);
  __global const int *x = rec + r * len;
  __global int *y = peak + r * len;
  uint win = min(window, (uint)CAP);

  int val[CAP];
  uint when[CAP];
  uint head = 0, count = 0;

  for (uint t = 0; t < len; ++t) {
    int v = x[t];
    for (uint pops = 0; pops < CAP; ++pops) {
      if (count == 0 || val[(head + count - 1) % CAP] > v) break;
      --count;
    }
    if (count > 0 && when[head % CAP] + win <= t) { ++head; --count; }
    val[(head + count) % CAP] = v;
    when[(head + count) % CAP] = t;
    ++count;
    y[t] = val[head % CAP];
  }
}
