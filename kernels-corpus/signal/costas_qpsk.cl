// Costas loop for QPSK bursts: derotate, slice to two bits, update phase and frequency.
typedef struct { float phase, freq; } loop_state;

__kernel void costas_qpsk(__global const float2 *sym, __global uchar *dibits, __global loop_state *loops,
                          const uint perBurst, const uint bursts, const float alpha, const float beta)
{
  const uint b = get_global_id(0);
  if (b >= bursts) return;
  loop_state st = loops[b];
  const uint base = b * perBurst;

  for (uint k = 0; k < perBurst; k++) {
    float c;
    const float s = sincos(st.phase, &c);
    const float2 v = sym[base + k];
    const float2 r = (float2)(v.x * c + v.y * s, v.y * c - v.x * s);
    const float err = clamp((r.x > 0 ? r.y : -r.y) - (r.y > 0 ? r.x : -r.x), -1.0f, 1.0f);
    st.freq += beta * err;
    st.phase += st.freq + alpha * err;
    if (st.phase > M_PI_F) st.phase -= 2.0f * M_PI_F;
    if (st.phase < -M_PI_F) st.phase += 2.0f * M_PI_F;
    dibits[base + k] = (uchar)((r.x < 0.0f) << 1 | (r.y < 0.0f));
  }
  loops[b] = st;
}
