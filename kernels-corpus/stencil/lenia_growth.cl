// Continuous automaton: ring-shaped neighbourhood of run-time radius, bell-shaped growth, wrapped borders.
float bell(float x, float mean, float sd) { x = (x - mean) / sd; return exp(-0.5f * x * x); }

kernel void lenia_growth(global const float *world, global float *grown, int w, int h, int radius, float mu, float sigma, float dt)
{
  int id = get_global_id(0);
  if (id >= w * h) return;
  int px = id % w, py = id / w;
  float total = 0.f, mass = 1e-6f;
  for (int dy = -radius; dy <= radius; dy++) {
    int yy = (py + dy) % h;
    yy = yy < 0 ? yy + h : yy;
    for (int dx = -radius; dx <= radius; dx++) {
      float dist = hypot((float)dx, (float)dy) / radius;
      if (dist > 1.f) continue;
      int xx = (px + dx) % w;
      xx = xx < 0 ? xx + w : xx;
      float k = bell(dist, 0.5f, 0.15f);
      total += k * world[yy * w + xx];
      mass += k;
    }
  }
  float g = 2.f * bell(total / mass, mu, sigma) - 1.f;
  grown[id] = clamp(world[id] + dt * g, 0.f, 1.f);
}
