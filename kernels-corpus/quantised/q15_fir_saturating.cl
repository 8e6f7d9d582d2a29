// Q15 FIR filter with 32-bit rounding products and saturation after each tap.
#define Q15_MUL(a, b) (((int)(a) * (int)(b) + 0x4000) >> 15)

kernel void q15_fir_saturating(global const short *x, constant short *h, global short *y, const int taps, const int n)
{
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    short acc = 0;
    for (int t = 0; t < taps; t++)
      acc = add_sat(acc, convert_short_sat(Q15_MUL(h[t], x[i + taps - 1 - t])));
    y[i] = acc;
  }
}
