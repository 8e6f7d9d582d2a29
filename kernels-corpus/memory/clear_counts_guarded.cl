// Zeroes the first n counters.
__kernel void clearCounts(__global uint *counts, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) counts[i] = 0u;
}
