// Structured 2:4 sparsity: two values and a nibble of positions for each four columns.
kernel void two_of_four_matvec(global const float2 *kept, global const uchar *where, global const float4 *x,
                               global float *y, int rows, int groups)
{
  int r = get_global_id(0);
  if (r >= rows) return;
  float acc = 0.0f;
  for (int g = 0; g < groups; g++) {
    float2 w = kept[r * groups + g];
    uchar m = where[r * groups + g];
    float4 v = x[g];
    float2 lo = (m & 1) ? v.yw : v.xz;
    float2 hi = (m & 4) ? v.wy : v.zx;
    acc += w.x * ((m & 2) ? lo.y : lo.x) + w.y * ((m & 8) ? hi.y : hi.x);
  }
  y[r] = acc;
}
