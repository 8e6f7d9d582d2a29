// Applies a Givens plane rotation to two vectors, four elements a work-item.
static void rotate_pair(float4 *a, float4 *b, float c, float s) {
  float4 t = c * *a + s * *b;
  *b = c * *b - s * *a;
  *a = t;
}

__kernel void plane_rotation4(__global float *x, __global float *y, float angle) {
  size_t g = get_global_id(0);
  float cs;
  float sn = sincos(angle, &cs);
  float4 xv = vload4(g, x);
  float4 yv = vload4(g, y);
  rotate_pair(&xv, &yv, cs, sn);
  vstore4(xv, g, x);
  vstore4(yv, g, y);
}
