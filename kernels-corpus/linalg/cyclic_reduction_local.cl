// Parallel cyclic reduction of one tridiagonal system of 128 unknowns a work-group.
#define M 128

typedef float4 row_t;   /* x: left, y: main, z: right, w: right-hand side */

__kernel __attribute__((reqd_work_group_size(M, 1, 1)))
void cyclic_reduction_local(__global const row_t *restrict sys, __global float *restrict sol)
{
  __local row_t buf[2][M];
  const int i = get_local_id(0);
  int src = 0;

  buf[0][i] = sys[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = 1; h < M; h <<= 1) {
    row_t e = buf[src][i];
    if (i - h >= 0) {
      const row_t u = buf[src][i - h];
      const float k = e.x / u.y;
      e.x = -k * u.x;
      e.y -= k * u.z;
      e.w -= k * u.w;
    } else
      e.x = 0.0f;
    if (i + h < M) {
      const row_t l = buf[src][i + h];
      const float k = e.z / l.y;
      e.z = -k * l.z;
      e.y -= k * l.x;
      e.w -= k * l.w;
    } else
      e.z = 0.0f;
    buf[1 - src][i] = e;
    src = 1 - src;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sol[get_global_id(0)] = buf[src][i].w / buf[src][i].y;
}
