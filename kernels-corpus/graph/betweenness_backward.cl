// Betweenness: accumulates the dependency of the vertices of one level from their successors.
__kernel void betweenness_backward(__global const uint *xs, __global const uint *succ,
                                   __global const uchar *level, __global const float *sigma,
                                   __global float *delta, __global float *bc,
                                   uint n, uint lv)
{
  for (uint v = get_global_id(0); v < n; v += get_global_size(0))
  {
    if (level[v] != (uchar)lv) continue;

    float d = 0.f;
    for (uint e = xs[v]; e != xs[v + 1] && e < xs[n]; ++e)
    {
      const uint w = succ[e];
      if (level[w] == (uchar)(lv + 1u))
        d += native_divide(sigma[v], sigma[w]) * (1.f + delta[w]);
    }
    delta[v] = d;
    bc[v] += d;
  }
}
