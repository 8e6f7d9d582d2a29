// A diagonal GRU: every unit has scalar recurrent weights and runs through the whole sequence on its own.
typedef struct {
  float wz, uz, bz;
  float wr, ur, br;
  float wh, uh, bh;
} gru_params;

inline float logistic(float t) { return 0.5f + 0.5f * tanh(0.5f * t); }

__kernel void gru_unrolled_sequence(__global const float* inputs, __global const gru_params* params,
                                    __global float* outputs, const int units, const int steps)
{
  const int u = get_global_id(0);
  if (u < units)
  {
    const gru_params p = params[u];
    float h = 0.0f;
    for (int t = 0; t < steps; ++t)
    {
      const float x = inputs[t * units + u];
      const float z = logistic(p.wz * x + p.uz * h + p.bz);
      const float r = logistic(p.wr * x + p.ur * h + p.br);
      const float n = tanh(p.wh * x + r * p.uh * h + p.bh);
      h = z * h + (1.0f - z) * n;
      outputs[t * units + u] = h;
    }
  }
}
