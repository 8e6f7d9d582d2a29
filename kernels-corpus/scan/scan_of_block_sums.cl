// Scans the block sums of a large scan with one group that walks over them tile by tile.
#ifndef LS
#define LS 64
#endif

__kernel __attribute__((reqd_work_group_size(LS, 1, 1)))
void scan_of_block_sums(__global ulong *sums, const uint blocks)
{
  __local ulong tile[2][LS];
  __local ulong carry;
  const uint l = get_local_id(0);

  if (get_group_id(0) != 0)
    return;
  if (l == 0)
    carry = 0;
  for (uint base = 0; base < blocks; base += LS) {
    uint cur = 0;
    tile[0][l] = base + l < blocks ? sums[base + l] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < LS; d <<= 1) {
      tile[cur ^ 1][l] = tile[cur][l] + (l >= d ? tile[cur][l - d] : 0);
      cur ^= 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    const ulong mine = tile[cur][l] + carry;
    if (base + l < blocks)
      sums[base + l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == LS - 1)
      carry = mine;
  }
}
