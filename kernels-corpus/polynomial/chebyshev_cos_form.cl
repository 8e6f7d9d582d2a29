// Chebyshev series through cosines, orders split over 16 terms at a time.
kernel void chebyshev_cos_form(global const float16 *coefBlocks, global const float *x, global float *y, uint blocks)
{
  const float16 ramp = (float16)(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15);
  const size_t i = get_global_id(0);
  const float theta = acos(clamp(x[i], -1.0f, 1.0f));
  float16 acc = 0.0f;
  for (uint b = 0; b < blocks; ++b)
    acc += coefBlocks[b] * native_cos((ramp + 16.0f * (float)b) * theta);
  float8 h = acc.lo + acc.hi;
  h.lo += h.hi;
  y[i] = h.s0 + h.s1 + h.s2 + h.s3;
}
