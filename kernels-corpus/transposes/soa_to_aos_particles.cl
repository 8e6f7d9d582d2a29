// Gathers separate coordinate, velocity and id arrays into an array of structs.
typedef struct {
    float px, py, pz;
    float vx, vy, vz;
    int   id;
    float mass;
} Particle;

__kernel void soa_to_aos_particles(__global const float *px, __global const float *py, __global const float *pz,
                                   __global const float *vx, __global const float *vy, __global const float *vz,
                                   __global const int *ids, __global Particle *out, float mass, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    Particle p = { px[i], py[i], pz[i], vx[i], vy[i], vz[i], ids[i], mass };
    out[i] = p;
}
