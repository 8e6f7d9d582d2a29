// Warps a float4 image backwards along a dense displacement field, bilinear, clamped.
#define AT(x, y) image[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)]

__kernel void warp_displacement(__global const float4 *image, __global const float2 *flow, __global float4 *warped,
                                const int w, const int h, const float strength)
{
  const int p = get_global_id(0);
  if (p < w * h) {
    const float2 at = (float2)((float)(p % w), (float)(p / w)) + strength * flow[p];
    const float2 base = floor(at);
    const float2 f = at - base;
    const int2 b = convert_int2_sat(base);
    const int x0 = clamp(b.x, 0, w - 1), y0 = clamp(b.y, 0, h - 1);
    warped[p] = mix(mix(AT(x0, y0), AT(x0 + 1, y0), f.x), mix(AT(x0, y0 + 1), AT(x0 + 1, y0 + 1), f.x), f.y);
  }
}
