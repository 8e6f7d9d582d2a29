// Encodes fixed-width strings by binary search in a sorted dictionary with byte-wise comparison.
static int compare(__global const uchar *a, __global const uchar *b, int width)
{
  for (int i = 0; i < width; ++i)
    if (a[i] != b[i])
      return (int)a[i] - (int)b[i];
  return 0;
}

__kernel void stringDictionaryBsearch(__global const uchar *rows, __global const uchar *dict,
                                      __global int *code, const int width, const int entries)
{
  const int r = get_global_id(0);
  int lo = 0, hi = entries - 1, hit = -1;

  for (int turn = 0; turn < 31; ++turn)
  {
    if (lo > hi)
      break;
    const int mid = clamp(lo + (hi - lo) / 2, 0, entries - 1);
    const int order = compare(rows + r * width, dict + mid * width, width);
    if (order == 0) { hit = mid; break; }
    if (order < 0) hi = mid - 1; else lo = mid + 1;
  }
  code[r] = hit;
}
