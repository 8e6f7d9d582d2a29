// Gram matrix of bit vectors: intersection over union of every pair from popcounts of 64-bit words.
kernel void gram_bits_popcount(global const ulong2 *restrict fp, global float *restrict sim,
                               const int items, const int words)
{
  const int g = get_global_id(0);
  const int a = g / items, b = g % items;
  if (a < items) {
    uint both = 0, any = 0;
    for (int w = 0; w < words; ++w) {
      const ulong2 u = fp[a * words + w], v = fp[b * words + w];
      const ulong2 i = popcount(u & v), o = popcount(u | v);
      both += (uint)(i.x + i.y);
      any += (uint)(o.x + o.y);
    }
    sim[g] = any ? (float)both / (float)any : 1.0f;
  }
}
