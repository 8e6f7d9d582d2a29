// Metropolis trials for classical Heisenberg spins on a periodic cubic lattice, several trials a site.
typedef struct { uint a, b; } rng2;

static float unit(rng2 *g)
{
  g->a = 36969u * (g->a & 65535u) + (g->a >> 16);
  g->b = 18000u * (g->b & 65535u) + (g->b >> 16);
  return ((g->a << 16) + g->b) * 2.3283064e-10f;
}

kernel void heisenberg_cubic_metropolis(global float4 *spin, global float4 *out, const int n, const int trials,
                                        const float beta, const float4 field, const uint salt)
{
  const int i = get_global_id(0);
  if (i >= n * n * n) return;
  const int x = i % n, y = i / n % n, z = i / (n * n);
  rng2 g = { salt ^ (uint)(i * 747796405 + 1), (uint)(i * 277803737) | 1u };

  float4 h = field;
  h += spin[(z * n + y) * n + (x + 1) % n] + spin[(z * n + y) * n + (x + n - 1) % n];
  h += spin[(z * n + (y + 1) % n) * n + x] + spin[(z * n + (y + n - 1) % n) * n + x];
  h += spin[((z + 1) % n * n + y) * n + x] + spin[((z + n - 1) % n * n + y) * n + x];

  float4 s = spin[i];
  for (int t = 0; t < trials; t++) {
    const float cz = 2.0f * unit(&g) - 1.0f, ph = 6.2831853f * unit(&g);
    const float sz = sqrt(fmax(0.0f, 1.0f - cz * cz));
    const float4 cand = (float4)(sz * cos(ph), sz * sin(ph), cz, 0.0f);
    const float dE = dot(h, s - cand);
    s = (dE <= 0.0f || unit(&g) < exp(-beta * dE)) ? cand : s;
  }
  out[i] = s;
}
