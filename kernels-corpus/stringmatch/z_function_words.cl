// Z-function of short words held in private memory, its sum and maximum written per word.
#define W 48

__kernel void z_function_words(__global const uchar *words, __global uint2 *zstat, const int nwords)
{
  int gid = get_global_id(0);
  if (gid >= nwords) { return; }

  uchar s[W];
  uchar z[W];
  for (int i = 0; i < W; i++) {
    s[i] = words[i * nwords + gid] & 3;
    z[i] = 0;
  }

  int l = 0, r = 0;
  uint sum = 0, top = 0;
  for (int i = 1; i < W; i++) {
    int v = 0;
    if (i < r)
      v = min(r - i, (int)z[(i - l) & 31]);
    for (int e = 0; e < W; e++) {
      if (i + v >= W || s[clamp(v, 0, W - 1)] != s[clamp(i + v, 0, W - 1)])
        break;
      v++;
    }
    if (i + v > r) { l = i; r = i + v; }
    z[i] = (uchar)v;
    sum += (uint)v;
    top = max(top, (uint)v);
  }
  zstat[gid] = (uint2)(sum, top);
}
