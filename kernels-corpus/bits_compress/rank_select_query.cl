// Rank and select on a bit vector with a superblock directory: select finds its word by binary search.
__kernel void rank_select_query(__global const ulong *bits, __global const uint *cumulative, __global const uint *query,
                                __global uint *position, const uint words)
{
  const size_t q = get_global_id(0);
  const uint k = query[q];
  uint lo = 0, hi = words - 1;

  for (int step = 0; step < 32; ++step) {
    if (lo >= hi) break;
    const uint mid = min((lo + hi + 1) / 2, words - 1);
    if (cumulative[mid] <= k) lo = mid;
    else hi = mid - 1;
  }
  lo = min(lo, words - 1);
  ulong w = bits[lo];
  uint left = k - min(k, cumulative[lo]);
  for (int drop = 0; drop < 64 && left > 0 && w != 0; ++drop, --left)
    w &= w - 1;
  position[q] = lo * 64 + (uint)popcount((w & (0 - w)) - 1);
}
