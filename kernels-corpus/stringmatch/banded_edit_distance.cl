// Banded edit distance between one query and many equal-length words, the band held in registers.
#define HALF_BAND 4
#define BAND (2 * HALF_BAND + 1)
#define BIG 9999

kernel void banded_edit_distance(global const uchar *restrict query,
                                 global const uchar *restrict words,
                                 global ushort *restrict dist,
                                 const int len,
                                 const int nwords)
{
  const int wi = get_global_id(0);
  if (wi >= nwords) return;
  global const uchar *word = words + (size_t)wi * len;

  int band[BAND];
  for (int b = 0; b < BAND; b++)
    band[b] = b < HALF_BAND ? BIG : b - HALF_BAND;

  for (int i = 0; i < len; i++) {
    const uchar qc = query[i];
    int left = BIG;
    for (int b = 0; b < BAND; b++) {
      const int j = i + b - HALF_BAND;          /* column in the word */
      const int above = b + 1 < BAND ? band[b + 1] : BIG;
      int best = min(left, above) + 1;
      if (j >= 0 && j < len)
        best = min(best, band[b] + (word[j] == qc ? 0 : 1));
      else if (j == -1)
        best = i + 1;
      else
        best = BIG;
      band[b] = best;
      left = best;
    }
  }
  dist[wi] = (ushort)band[HALF_BAND];
}
