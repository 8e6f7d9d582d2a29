// Histogram without atomics: each work-item owns one bin and reads all data in tiles.
__kernel void bin_owner_scan(__global const uchar *data, __global uint *count,
                             __local uchar *tile, const uint n, const uint nbins)
{
  const uint bin = get_global_id(0);
  const uint lid = get_local_id(0);
  const uint lsz = get_local_size(0);
  uint hits = 0;

  for (uint base = 0; base < n; base += lsz)
  {
    tile[lid] = data[min(base + lid, n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint valid = min(lsz, n - base);
    for (uint j = 0; j < valid; ++j)
      hits += (tile[j] % nbins) == bin;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (bin < nbins)
    count[bin] = hits;
}
