// Running median of bytes by a 64-level window histogram that gains one sample and loses one.
__kernel void sliding_median_counts(__global const uchar *in, __global uchar *out,
                                    const int len, const int radius)
{
  ushort h[64] = { 0 };
  const int row = get_global_id(0) * len;
  int filled = 0;

  for (int i = 0; i < len + radius; ++i) {
    if (i < len) {
      h[in[row + i] >> 2]++;
      filled++;
    }
    const int gone = i - 2 * radius - 1;
    if (gone >= 0 && gone < len) {
      h[in[row + gone] >> 2]--;
      filled--;
    }
    if (i >= radius) {
      int seen = 0, level = 0;
      while (level < 63) {
        seen += h[level];
        if (2 * seen >= filled)
          break;
        ++level;
      }
      out[row + i - radius] = (uchar)(level << 2);
    }
  }
}
