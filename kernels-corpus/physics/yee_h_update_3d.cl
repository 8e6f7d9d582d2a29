// Magnetic half step on a Yee grid: three curls from six component arrays, last planes untouched.
kernel void yee_h_update_3d(global const float *ex, global const float *ey, global const float *ez,
                            global float *hx, global float *hy, global float *hz,
                            float dt_mu, uint nx, uint ny, uint nz)
{
  uint sx = 1, sy = nx, sz = nx * ny;
  uint total = nx * ny * nz;
  for (uint c = get_global_id(0); c < total; c += get_global_size(0)) {
    uint i = c % nx, j = c / nx % ny, k = c / sz;
    bool inX = i < nx - 1, inY = j < ny - 1, inZ = k < nz - 1;
    float e0 = ex[c], e1 = ey[c], e2 = ez[c];
    if (inY && inZ)
      hx[c] -= dt_mu * ((ez[c + sy] - e2) - (ey[c + sz] - e1));
    if (inX && inZ)
      hy[c] -= dt_mu * ((ex[c + sz] - e0) - (ez[c + sx] - e2));
    if (inX && inY)
      hz[c] -= dt_mu * ((ey[c + sx] - e1) - (ex[c + sy] - e0));
  }
}
