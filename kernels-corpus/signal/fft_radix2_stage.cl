// One in-place radix-2 butterfly stage over a flattened complex array.
static float2 cmul(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, mad(a.x, b.y, a.y * b.x));
}

__kernel void fft_radix2_stage(__global float2* data, uint half_size, uint blocks, float direction) {
  const uint g = get_global_id(0);
  const uint block = g / half_size;
  const uint k = g % half_size;

  if (block >= blocks)
    return;

  const uint top = block * 2 * half_size + k;
  const uint bottom = top + half_size;
  const float ang = direction * M_PI_F * (float)k / (float)half_size;
  float co;
  const float si = sincos(ang, &co);
  const float2 a = data[top];
  const float2 b = cmul(data[bottom], (float2)(co, si));
  data[top] = a + b;
  data[bottom] = a - b;
}
