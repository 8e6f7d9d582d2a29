// Arithmetic-average Asian call, one simulated antithetic path pair per work-item.
static uint next_u32(uint *s)
{
  uint v = *s;
  v ^= v << 13;
  v ^= v >> 17;
  v ^= v << 5;
  return *s = v;
}

static float gauss12(uint *s)
{
  float acc = -6.0f;
  for (int i = 0; i < 12; i++)
    acc += (next_u32(s) >> 8) * (1.0f / 16777216.0f);
  return acc;
}

kernel void asian_arith_path(global float *payoff, uint seed, int fixings,
                             float s0, float k, float r, float vol, float T)
{
  size_t id = get_global_id(0);
  uint st = (seed + (uint)id) * 2654435761u | 1u;
  float dt = T / fixings;
  float mu = (r - 0.5f * vol * vol) * dt;
  float sd = vol * sqrt(dt);
  float up = s0, dn = s0, sumUp = 0.0f, sumDn = 0.0f;

  for (int i = 0; i < fixings; i++) {
    float z = gauss12(&st);
    up *= exp(mu + sd * z);
    dn *= exp(mu - sd * z);
    sumUp += up;
    sumDn += dn;
  }
  float a = fmax(sumUp / fixings - k, 0.0f);
  float b = fmax(sumDn / fixings - k, 0.0f);
  payoff[id] = exp(-r * T) * 0.5f * (a + b);
}
