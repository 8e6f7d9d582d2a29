// Eight-point DCT of rows by even and odd halves, one row of eight samples per work-item.
#define C(k) cospi((k) / 16.0f)

kernel void dct8_rows_even_odd(global const float8 *rows, global float8 *coef, const int nrows)
{
  const int r = get_global_id(0);
  if (r >= nrows) return;
  const float8 v = rows[r];
  const float4 e = v.lo + v.hi.wzyx;
  const float4 o = v.lo - v.hi.wzyx;
  float8 y;
  y.s0 = (e.x + e.y + e.z + e.w) * M_SQRT1_2_F;
  y.s4 = (e.x - e.y - e.z + e.w) * M_SQRT1_2_F;
  y.s2 = (e.x - e.w) * C(2.0f) + (e.y - e.z) * C(6.0f);
  y.s6 = (e.x - e.w) * C(6.0f) - (e.y - e.z) * C(2.0f);
  y.s1 = dot(o, (float4)(C(1.0f), C(3.0f), C(5.0f), C(7.0f)));
  y.s3 = dot(o, (float4)(C(3.0f), -C(7.0f), -C(1.0f), -C(5.0f)));
  y.s5 = dot(o, (float4)(C(5.0f), -C(1.0f), C(7.0f), C(3.0f)));
  y.s7 = dot(o, (float4)(C(7.0f), -C(5.0f), C(3.0f), -C(1.0f)));
  coef[r] = 0.5f * y;
}
