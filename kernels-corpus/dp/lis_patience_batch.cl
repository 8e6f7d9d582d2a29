// Longest increasing subsequence length of many short series by patience piles and binary search.
#define PILES 64

__kernel void lis_patience_batch(__global const int *series, __global int *lisLen, const int length, const int batch)
{
  const int b = get_global_id(0);
  if (b < batch) {
    int tail[PILES];
    int used = 0;
    for (int p = 0; p < PILES; ++p)
      tail[p] = INT_MAX;

    for (int t = 0; t < length; ++t) {
      const int x = series[t * batch + b];       /* series interleaved */
      int lo = 0;
      for (int step = PILES / 2; step > 0; step >>= 1)
        lo += tail[(lo + step - 1) & (PILES - 1)] < x ? step : 0;
      const int slot = lo & (PILES - 1);
      tail[slot] = x;
      used = max(used, slot + 1);
    }
    lisLen[b] = used;
  }
}
