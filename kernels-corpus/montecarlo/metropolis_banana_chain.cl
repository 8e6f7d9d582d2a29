// Random-walk Metropolis on a curved two-dimensional density, thinned samples and acceptance kept.
typedef struct { uint x, y, z; } kiss_t;

uint kiss(kiss_t *k)
{
  k->x = 69069u * k->x + 12345u;
  k->y ^= k->y << 13; k->y ^= k->y >> 17; k->y ^= k->y << 5;
  k->z = 36969u * (k->z & 0xffffu) + (k->z >> 16);
  return k->x + k->y + k->z;
}

float sym(kiss_t *k) { return (int)kiss(k) * 4.6566129e-10f; }

float log_target(float2 p, float bend)
{
  float v = p.y + bend * (p.x * p.x - 1.0f);
  return -0.5f * (p.x * p.x + 4.0f * v * v);
}

__kernel void metropolis_banana_chain(__global float2 *samples, __global uint *accepted, const uint kept, const uint thin,
                                      const float stepSize, const float bend, const uint seed)
{
  const uint id = get_global_id(0);
  kiss_t k = { seed + 77u * id, 362436069u ^ id, 521288629u + id };
  float2 p = (float2)(sym(&k), sym(&k));
  float lp = log_target(p, bend);
  uint acc = 0;
  for (uint s = 0; s < kept; ++s) {
    for (uint t = 0; t < thin; ++t) {
      const float2 q = p + stepSize * (float2)(sym(&k), sym(&k));
      const float lq = log_target(q, bend);
      if (lq >= lp || 0.5f + 0.5f * sym(&k) < exp(lq - lp)) {
        p = q;
        lp = lq;
        ++acc;
      }
    }
    samples[id * kept + s] = p;
  }
  accepted[id] = acc;
}
