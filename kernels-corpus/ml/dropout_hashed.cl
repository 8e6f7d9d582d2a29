// Inverted dropout on float4 packets: the mask comes from hashing element index and step, one bit array is kept.
static uint hash32(uint z)
{
  z ^= z >> 16;
  z *= 0x21f0aaadu;
  z ^= z >> 15;
  z *= 0x735a2d97u;
  return z ^ (z >> 15);
}

__kernel void dropout_hashed(__global float4 *x, __global uchar *keep, const uint n4,
                             const uint step, const float rate)
{
  const uint i = get_global_id(0);
  if (i < n4)
  {
    const uint h0 = hash32(i + step * 0x9e3779b9u);
    const uint h1 = hash32(h0 ^ 0x85ebca6bu);
    const ushort4 draw = (ushort4)(h0 & 0xffff, h0 >> 16, h1 & 0xffff, h1 >> 16);
    const float4 u = convert_float4(draw) * (1.0f / 65536.0f);
    const int4 on = isgreaterequal(u, (float4)(rate));
    x[i] = select((float4)(0.0f), x[i] / (1.0f - rate), on);
    keep[i] = (uchar)((on.x & 1) | (on.y & 2) | (on.z & 4) | (on.w & 8));
  }
}
