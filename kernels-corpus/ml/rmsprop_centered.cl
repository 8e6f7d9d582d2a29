// Centred RMSprop: four state arrays, a fixed block of parameters per work-item.
#define CHUNK 8

__kernel void rmsprop_centered(__global float *w, __global const float *g, __global float *avg,
                               __global float *avg_sq, __global float *mom,
                               const float lr, const float rho, const float momentum, const float eps)
{
  const size_t first = get_global_id(0) * CHUNK;
  for (size_t i = first; i < first + CHUNK; i++)
  {
    float gi = g[i];
    float s = avg_sq[i] = rho * avg_sq[i] + (1 - rho) * gi * gi;
    float a = avg[i] = rho * avg[i] + (1 - rho) * gi;
    float m = mom[i] = momentum * mom[i] + lr * gi / (sqrt(fmax(s - a * a, 0.f)) + eps);
    w[i] -= m;
  }
}
