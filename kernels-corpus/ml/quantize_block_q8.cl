// Quantises blocks of 32 floats to signed bytes with one scale per block.
typedef struct { float d; char q[32]; } block_q8;

kernel void quantize_block_q8(global const float4 *restrict src, global block_q8 *restrict dst, const uint blocks)
{
  const uint b = get_global_id(0);
  if (b >= blocks) return;
  global const float4 *s = src + b * 8;

  float4 peak = fabs(s[0]);
  for (int j = 1; j < 8; ++j) peak = fmax(peak, fabs(s[j]));
  peak.xy = fmax(peak.xy, peak.zw);
  const float amax = fmax(peak.x, peak.y);
  const float inv = amax > 0.0f ? 127.0f / amax : 0.0f;

  dst[b].d = amax / 127.0f;
  for (int j = 0; j < 8; ++j) {
    const char4 c = convert_char4_sat_rte(s[j] * inv);
    dst[b].q[4 * j + 0] = c.x;
    dst[b].q[4 * j + 1] = c.y;
    dst[b].q[4 * j + 2] = c.z;
    dst[b].q[4 * j + 3] = c.w;
  }
}
