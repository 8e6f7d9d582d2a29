// Maximum sub-array sum of every row with its two ends (Kadane), rows in consecutive memory.
typedef struct { long sum; int from; int to; } Span;

kernel void kadane_rows(global const int *matrix, global Span *best, const int rowLen, const int rows)
{
  const int r = (int)get_global_id(0);
  if (r >= rows) return;

  const global int *p = matrix + r * rowLen;
  Span top = { p[0], 0, 0 };
  long run = p[0];
  int start = 0;

  for (int i = 1; i < rowLen; ++i) {
    if (run < 0) {
      run = 0;
      start = i;
    }
    run += p[i];
    if (run > top.sum) {
      top.sum = run;
      top.from = start;
      top.to = i;
    }
  }
  best[r] = top;
}
