// Pixel shuffle: moves r*r channel planes into an r-times larger image.
kernel void pixel_shuffle(const global float *in, global float *out,
                          const uint chans, const uint h, const uint w, const uint r)
{
  const uint o = get_global_id(0);
  const uint W = w * r, H = h * r;
  const uint X = o % W;
  const uint Y = o / W % H;
  const uint c = o / W / H;
  if (c < chans)
    out[o] = in[(((c * r + Y % r) * r + X % r) * h + Y / r) * w + X / r];
}
