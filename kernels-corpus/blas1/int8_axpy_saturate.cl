// Saturating y = y + (a * x >> shift) on signed bytes in groups of sixteen.
__kernel void int8_axpy_saturate(__global const char16* x, __global char16* y,
                                 const short a, const int shift)
{
  const size_t i = get_global_id(0);
  const short16 wide = convert_short16(x[i]) * a;
  const short16 shifted = wide >> (short16)(short)(shift & 15);
  y[i] = add_sat(y[i], convert_char16_sat(shifted));
}
