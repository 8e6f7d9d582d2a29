// Quadratic form u^T A v, rows dealt to work-items, partial sums folded in groups of 128.
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void bilinear_form_groups(__global const float *u, __global const float *A, __global const float *v,
                          __global float *part, int n)
{
  __local float acc[128];
  int lid = get_local_id(0);
  float mine = 0.0f;

  for (int row = get_global_id(0); row < n; row += get_global_size(0)) {
    float inner = 0.0f;
    int col = 0;
    for (; col + 3 < n; col += 4) {
      float4 a = vload4(0, A + row * n + col);
      float4 b = vload4(0, v + col);
      inner += dot(a, b);
    }
    while (col < n) {
      inner += A[row * n + col] * v[col];
      ++col;
    }
    mine += u[row] * inner;
  }
  acc[lid] = mine;
  for (int half_ = 64; half_ >= 1; half_ /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < half_)
      acc[lid] += acc[lid + half_];
  }
  if (lid == 0)
    part[get_group_id(0)] = acc[0];
}
