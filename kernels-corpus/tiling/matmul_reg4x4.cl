// Matrix product where one work-item keeps a 4x4 block of the result in registers.
kernel void matmul_reg4x4(global const float4 *at,  /* depth x rows4: A transposed, 4 rows a vector */
                          global const float4 *b,   /* depth x cols4 */
                          global float4 *c,         /* (4*rows4) x cols4 */
                          uint rows4, uint cols4, uint depth)
{
  const uint id = get_global_id(0);
  const uint bi = id / cols4;
  const uint bj = id % cols4;
  if (bi >= rows4) return;

  float4 c0 = 0.0f, c1 = 0.0f, c2 = 0.0f, c3 = 0.0f;
  for (uint k = 0; k < depth; k++) {
    const float4 a = at[k * rows4 + bi];
    const float4 r = b[k * cols4 + bj];
    c0 = mad(a.xxxx, r, c0);
    c1 = mad(a.yyyy, r, c1);
    c2 = mad(a.zzzz, r, c2);
    c3 = mad(a.wwww, r, c3);
  }

  global float4 *o = c + 4 * bi * cols4 + bj;
  o[0] = c0;
  o[cols4] = c1;
  o[2 * cols4] = c2;
  o[3 * cols4] = c3;
}
