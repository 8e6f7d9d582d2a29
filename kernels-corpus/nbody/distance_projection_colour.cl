// Position-based dynamics: project one colour of distance constraints, pairs of vertices are disjoint.
__kernel void distance_projection_colour(__global float4 *pos, __global const int2 *edge, __global const float *rest,
                                         const int first, const int last, const float stiffness)
{
  for (int e = first + get_global_id(0); e < last; e += get_global_size(0)) {
    int2 v = edge[e];
    float4 a = pos[v.x], b = pos[v.y];
    float3 d = b.xyz - a.xyz;
    float w = a.w + b.w, len = length(d);
    if (w > 0.0f && len > 1e-6f) {
      float3 corr = stiffness * (len - rest[e]) / (len * w) * d;
      a.xyz += a.w * corr;
      b.xyz -= b.w * corr;
      pos[v.x] = a;
      pos[v.y] = b;
    }
  }
}
