// One pass for several norms of a vector: L1, L2, L4 and infinity, finished per group.
#define REDUCE(op, dst)                                              \
  s[lid] = dst;                                                      \
  barrier(CLK_LOCAL_MEM_FENCE);                                      \
  for (int w = (int)get_local_size(0) / 2; w > 0; w /= 2) {          \
    if (lid < w) s[lid] = op(s[lid], s[lid + w]);                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                    \
  }                                                                  \
  dst = s[0];                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);
#define ADD(a, b) ((a) + (b))

__kernel void norms_all_at_once(__global const float* v, __global float4* norms, __local float* s, int n)
{
  const int lid = get_local_id(0);
  float l1 = 0.f, l2 = 0.f, l4 = 0.f, linf = 0.f;

  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    const float a = fabs(v[i]);
    const float a2 = a * a;
    l1 += a;
    l2 += a2;
    l4 = mad(a2, a2, l4);
    linf = fmax(linf, a);
  }
  REDUCE(ADD, l1)
  REDUCE(ADD, l2)
  REDUCE(ADD, l4)
  REDUCE(fmax, linf)
  if (lid == 0)
    norms[get_group_id(0)] = (float4)(l1, sqrt(l2), sqrt(sqrt(l4)), linf);
}
