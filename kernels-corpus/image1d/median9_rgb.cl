// Median of a 3x3 window for each channel of an RGBA image, by Paeth's nine-element exchange network.
#define SORT2(a, b) { uchar4 t = min(p[a], p[b]); p[b] = max(p[a], p[b]); p[a] = t; }

kernel void median9_rgb(global const uchar4* img, global uchar4* out, int w, int h) {
  int id = get_global_id(0);
  if (id >= w * h) return;
  int x = id % w, y = id / w;
  uchar4 p[9];
  for (int k = 0; k < 9; ++k)
    p[k] = img[clamp(y + k / 3 - 1, 0, h - 1) * w + clamp(x + k % 3 - 1, 0, w - 1)];
  SORT2(1, 2) SORT2(4, 5) SORT2(7, 8)
  SORT2(0, 1) SORT2(3, 4) SORT2(6, 7)
  SORT2(1, 2) SORT2(4, 5) SORT2(7, 8)
  SORT2(0, 3) SORT2(5, 8) SORT2(4, 7)
  SORT2(3, 6) SORT2(1, 4) SORT2(2, 5)
  SORT2(4, 7) SORT2(4, 2) SORT2(6, 4)
  SORT2(4, 2)
  uchar4 m = p[4];
  m.w = img[id].w;
  out[id] = m;
}
