// Jukes-Cantor evolutionary distances of all sequence pairs of an alignment, gaps skipped.
__kernel void jukes_cantor_matrix(const __global uchar *alignment, __global float *dist, int nseq, int columns)
{
  int cell = get_global_id(0);
  int i = cell / nseq, j = cell - i * nseq;
  if (i >= nseq || j <= i)
    return;

  int seen = 0, differ = 0;
  for (int c = 0; c < columns; c++)
  {
    uchar a = alignment[i * columns + c];
    uchar b = alignment[j * columns + c];
    if (a == '-' || b == '-')
      continue;
    seen++;
    if (a != b)
      differ++;
  }
  float p = seen ? (float)differ / seen : 0.0f;
  float arg = 1.0f - 4.0f * p / 3.0f;
  float d = arg > 0.05f ? -0.75f * log(arg) : 3.0f;
  dist[i * nseq + j] = d;
  dist[j * nseq + i] = d;
}
