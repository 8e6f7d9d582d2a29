// Multiple-relaxation-time collision: nine populations of a cell to moments and back, cells interleaved.
__kernel void d2q9_moment_relax(__global float *cells, __global const float *rate)
{
  __global float *f = cells + get_global_id(0) * 9;
  const float f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3], f4 = f[4], f5 = f[5], f6 = f[6], f7 = f[7], f8 = f[8];
  const float axis = f1 + f2 + f3 + f4, diag = f5 + f6 + f7 + f8;

  const float rho = f0 + axis + diag;
  const float jx = f1 - f3 + f5 - f6 - f7 + f8;
  const float jy = f2 - f4 + f5 + f6 - f7 - f8;
  const float jj = jx * jx + jy * jy;
  float e   = -4.0f * f0 - axis + 2.0f * diag;
  float eps = 4.0f * f0 - 2.0f * axis + diag;
  float qx  = -2.0f * (f1 - f3) + f5 - f6 - f7 + f8;
  float qy  = -2.0f * (f2 - f4) + f5 + f6 - f7 - f8;
  float pxx = f1 - f2 + f3 - f4;
  float pxy = f5 - f6 + f7 - f8;

  e   -= rate[0] * (e - (-2.0f * rho + 3.0f * jj));
  eps -= rate[1] * (eps - (rho - 3.0f * jj));
  qx  -= rate[2] * (qx + jx);
  qy  -= rate[2] * (qy + jy);
  pxx -= rate[3] * (pxx - (jx * jx - jy * jy));
  pxy -= rate[3] * (pxy - jx * jy);

  const float r9 = rho / 9.0f, e36 = e / 36.0f, h36 = eps / 36.0f;
  const float common = 4.0f * r9 / 4.0f;
  const float ax = jx / 6.0f - qx / 6.0f, ay = jy / 6.0f - qy / 6.0f;
  const float dx = jx / 6.0f + qx / 12.0f, dy = jy / 6.0f + qy / 12.0f;
  f[0] = common - 4.0f * e36 + 4.0f * h36;
  f[1] = common - e36 - 2.0f * h36 + ax + 0.25f * pxx;
  f[2] = common - e36 - 2.0f * h36 + ay - 0.25f * pxx;
  f[3] = common - e36 - 2.0f * h36 - ax + 0.25f * pxx;
  f[4] = common - e36 - 2.0f * h36 - ay - 0.25f * pxx;
  f[5] = common + 2.0f * e36 + h36 + dx + dy + 0.25f * pxy;
  f[6] = common + 2.0f * e36 + h36 - dx + dy - 0.25f * pxy;
  f[7] = common + 2.0f * e36 + h36 - dx - dy + 0.25f * pxy;
  f[8] = common + 2.0f * e36 + h36 + dx - dy - 0.25f * pxy;
}
