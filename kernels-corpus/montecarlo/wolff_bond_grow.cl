// Cluster growth from a seed site inside a private 8 x 8 block: frontier as a bit board, bonds by hash.
ulong shift_any(ulong b)
{
  const ulong notL = 0xfefefefefefefefeUL, notR = 0x7f7f7f7f7f7f7f7fUL;
  return ((b << 1) & notL) | ((b >> 1) & notR) | (b << 8) | (b >> 8);
}

__kernel void wolff_bond_grow(__global ulong *board, __global uchar *clusterSize, const uint seed, const ulong openBits, const int rounds)
{
  size_t i = get_global_id(0);
  ulong s = board[i], key = seed + i * 0xD1342543DE82EF95UL;
  ulong cluster = 1UL << (key >> 58);
  ulong like = (s & cluster) ? s : ~s;
  ulong frontier = cluster;
  for (int r = 0; r < rounds && frontier != 0; r++) {
    key ^= key >> 12;
    key ^= key << 25;
    key ^= key >> 27;
    frontier = shift_any(frontier) & like & ~cluster & (key * 0x2545F4914F6CDD1DUL | openBits);
    cluster |= frontier;
  }
  board[i] = s ^ cluster;
  clusterSize[i] = (uchar)popcount(cluster);
}
