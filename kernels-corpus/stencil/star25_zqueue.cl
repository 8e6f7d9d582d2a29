// Twenty-five-point star in 3-D: a work-item walks down one column and keeps nine planes in registers.
#define R 4
#define TAPS (2 * R + 1)

__kernel void star25_zqueue(__global const float *restrict in, __global float *restrict out,
                            __constant float *coef /* R + 1 */,
                            const int nx, const int ny, const int nz)
{
  const int column = get_global_id(0);
  const int x = column % nx;
  const int y = column / nx;
  if (x < R || x >= nx - R || y < R || y >= ny - R)
    return;

  const int slab = nx * ny;
  float q[TAPS];
  for (int k = 1; k < TAPS; ++k)
    q[k] = k - 1 < nz ? in[(k - 1) * slab + column] : 0.0f;

  for (int z = R; z < nz - R; ++z) {
#pragma unroll
    for (int k = 0; k < TAPS - 1; ++k)
      q[k] = q[k + 1];
    q[TAPS - 1] = in[(z + R) * slab + column];

    const int at = z * slab + column;
    float acc = 3.0f * coef[0] * q[R];
#pragma unroll
    for (int k = 1; k <= R; ++k) {
      acc += coef[k] * (q[R - k] + q[R + k]);
      acc += coef[k] * (in[at - k] + in[at + k]);
      acc += coef[k] * (in[at - k * nx] + in[at + k * nx]);
    }
    out[at] = acc;
  }
}
