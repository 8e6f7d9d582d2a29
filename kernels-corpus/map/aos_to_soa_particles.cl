// Splits an array of particle structures into one array per component, filtering the speed on the way.
struct particle { float x, y, z, vx, vy, vz, mass; int kind; };

__kernel void aos_to_soa_particles(__global const struct particle *aos,
                                   __global float *x, __global float *y, __global float *z,
                                   __global float *speed, __global float *mass, __global int *kind,
                                   const int count)
{
  int i = get_global_id(0);
  if (i < count) {
    struct particle p = aos[i];
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
    speed[i] = sqrt(p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
    mass[i] = p.mass;
    kind[i] = p.kind;
  }
}
