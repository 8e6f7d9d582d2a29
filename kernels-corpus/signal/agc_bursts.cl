// Automatic gain control on complex bursts, logarithmic loop with a gain ceiling.
kernel void agc_bursts(global float2 *bursts, global float *final_gain, uint burst_len, float reference, float loop_rate, float ceiling_db)
{
  uint b = get_global_id(0);
  global float2 *p = bursts + b * burst_len, *end = p + burst_len;
  float g = 0.f;
  while (p < end) {
    float2 s = *p * exp10(g * 0.05f);
    *p++ = s;
    float level = 10.f * log10(dot(s, s) + 1e-20f);
    g = fmin(g + loop_rate * (reference - level), ceiling_db);
  }
  final_gain[b] = g;
}
