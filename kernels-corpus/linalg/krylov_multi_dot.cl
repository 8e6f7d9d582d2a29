// All dot products of one vector against a small basis, a basis vector for each group, tree in local memory.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define GS 64

__kernel __attribute__((reqd_work_group_size(GS, 1, 1)))
void krylov_multi_dot(__global const double *basis, __global const double *w, __global double *h, const int len)
{
  __local double t[GS];
  const int l = get_local_id(0);
  __global const double *v = basis + (size_t)get_group_id(0) * len;
  double s = 0.0;
  for (int i = l; i < len; i += GS) s += v[i] * w[i];
  t[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll
  for (int m = GS / 2; m; m >>= 1) {
    if (l < m) t[l] += t[l ^ m];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) h[get_group_id(0)] = t[0];
}
