// Linear-gap Smith-Waterman anti-diagonal with a running maximum kept by atomic max.
kernel void sw_linear_diagonal(global const char *seqA, global const char *seqB,
                               global const int *prev2, global const int *prev1, global int *cur,
                               volatile global int *maxScore,
                               const int lenA, const int lenB, const int d,
                               const int match, const int mismatch, const int gap)
{
  const int i = get_global_id(0) + 1;
  const int j = d - i;
  if (i <= lenA && j >= 1 && j <= lenB) {
    const int s = seqA[i - 1] == seqB[j - 1] ? match : -mismatch;
    int h = max(prev2[i - 1] + s, 0);
    h = max(h, max(prev1[i - 1], prev1[i]) - gap);
    cur[i] = h;
    if (h > match * 8)
      atomic_max(maxScore, h);
  }
}
