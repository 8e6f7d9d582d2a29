// Error-diffusion dithering to one bit, one row a work-item, bits packed on the way.
kernel void row_error_diffusion_bits(global const uchar *gray, global uint *bits, uint words, uint rows)
{
  uint y = get_global_id(0);
  if (y >= rows) return;
  global const uchar *p = gray + y * words * 32;
  global uint *o = bits + y * words;
  int err = (int)(y & 15) - 8;
  for (uint k = 0; k < words; ++k) {
    uint acc = 0;
    for (uint b = 0; b < 32; ++b) {
      int v = p[k * 32 + b] + err;
      int on = v > 127;
      acc |= (uint)on << b;
      err = v - (on ? 255 : 0);
      err -= err / 8;
    }
    o[k] = acc;
  }
}
