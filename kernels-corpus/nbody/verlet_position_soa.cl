// Velocity-Verlet position half: separate coordinate arrays, periodic wrap into the box.
__kernel void verlet_position_soa(__global float *x, __global float *y, __global float *z,
                                  __global float *vx, __global float *vy, __global float *vz,
                                  __global const float *fx, __global const float *fy, __global const float *fz,
                                  const float dt, const float box, const int natoms)
{
  int i;
  const float h = 0.5f * dt;
  for (i = get_global_id(0); i < natoms; i += get_global_size(0)) {
    float ux = vx[i] + h * fx[i];
    float uy = vy[i] + h * fy[i];
    float uz = vz[i] + h * fz[i];
    float px = x[i] + dt * ux;
    float py = y[i] + dt * uy;
    float pz = z[i] + dt * uz;
    x[i] = px - box * floor(px / box);
    y[i] = py - box * floor(py / box);
    z[i] = pz - box * floor(pz / box);
    vx[i] = ux;
    vy[i] = uy;
    vz[i] = uz;
  }
}
