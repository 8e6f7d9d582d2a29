// col2im: every image pixel gathers all column entries that were copied from it (stride one, no padding).
__kernel void col2im_accumulate(__global const float *cols, __global float *image,
                                const int W, const int H, const int chans, const int K)
{
  const int n = get_global_id(0);
  const int x = n % W;
  const int y = n / W % H;
  const int c = n / W / H;
  if (c >= chans) return;

  const int out_w = max(W - K + 1, 0), out_h = max(H - K + 1, 0);
  float total = 0.0f;
  for (int ky = 0; ky < K; ++ky)
    for (int kx = 0; kx < K; ++kx)
    {
      const int oy = y - ky, ox = x - kx;
      if (oy >= 0 && oy < out_h && ox >= 0 && ox < out_w)
        total += cols[(((c * K + ky) * K + kx) * out_h + oy) * out_w + ox];
    }
  image[n] = total;
}
