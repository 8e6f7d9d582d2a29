// Counts triangles at a vertex with bit-set adjacency rows: and the rows of all neighbours, then popcount.
#define WORD_BITS 64

kernel void triangleBitsetRows(global const ulong * restrict bits, global ulong * restrict perVertex,
                               const int words)
{
  const int v = get_global_id(0);
  const int n = get_global_size(0);
  const global ulong *mine = bits + (size_t)v * words;
  ulong total = 0;

  for (int w = 0; w < words; w++) {
    ulong pending = mine[w];
    for (int b = 0; b < WORD_BITS && pending != 0; b++) {
      if (pending & 1ul) {
        const int u = (w * WORD_BITS + b) % n;
        const global ulong *theirs = bits + (size_t)u * words;
        for (int k = 0; k < words; k++)
          total += popcount(mine[k] & theirs[k]);
      }
      pending >>= 1;
    }
  }
  perVertex[v] = total / 2;
}
