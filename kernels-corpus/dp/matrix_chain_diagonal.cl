// Matrix-chain order: all sub-chains of one length, each minimised over its split points.
#define IDX(r, c) ((r) * n + (c))

kernel void matrix_chain_diagonal(global ulong *m, global int *split, global const uint *dims,
                                  const int n, const int len)
{
  const int span = min(len, n - 1);
  const int i = get_global_id(0);
  const int j = i + span;
  if (j >= n) return;

  ulong best = ULONG_MAX;
  int at = i;
  for (int s = 0; s < span; s++) {
    const int k = i + s;
    const ulong scalar = (ulong)dims[i] * dims[k + 1] * dims[j + 1];
    const ulong cost = m[IDX(i, k)] + m[IDX(k + 1, j)] + scalar;
    if (cost < best) { best = cost; at = k; }
  }
  m[IDX(i, j)] = span > 0 ? best : 0;
  split[IDX(i, j)] = at;
}
