// Contention-free counting: every work-item owns a column of a (bins x work-items) table.
__kernel void PrivateColumns(__global const ushort *keys, __global ushort *table,
                             uint nbins, uint per_item)
{
  const uint T = (uint)get_global_size(0);
  const uint t = (uint)get_global_id(0);

  for (uint b = 0; b < nbins; ++b)
    table[b * T + t] = 0;

  __global const ushort *k = keys + t;
  for (uint j = 0; j < per_item; ++j) {
    table[(*k % nbins) * T + t] += 1;
    k += T;
  }
}
