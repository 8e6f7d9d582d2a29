// Register pressure probe: thirty-two live accumulators fed by a sliding product, all summed at the end.
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(a) X(b) X(c) X(d) X(e) X(f)
#define DECL(i) float p##i = x + 0x##i * 0.1f, q##i = y - 0x##i * 0.2f;
#define STEP(i) p##i = fma(p##i, q##i, x); q##i = fma(q##i, -0.5f, p##i * 0.001f);
#define SUM(i) total += p##i * q##i;

kernel void register_pressure_32(global const float2 *in, global float *out, int n, int iters)
{
  int id = get_global_id(0);
  if (id < n)
  {
    float x = in[id].x, y = in[id].y, total = 0.0f;
    EACH(DECL)
    for (int k = 0; k < iters; ++k)
    {
      EACH(STEP)
      x = x * 0.99f + y * 0.01f;
    }
    EACH(SUM)
    out[id] = total;
  }
}
