// Spreads packed particle states over one array a field, by plain moves: no arithmetic but the copies.
typedef struct {
    float4 place, speed, force, spin;
    float2 charge, mass;
    int kind, cell, molecule, flags;
    ushort4 image, bonds;
} state_t;

#define MOVE3(to, from) to##X[i] = s.from.x; to##Y[i] = s.from.y; to##Z[i] = s.from.z;

__kernel void unpack_states(__global const state_t *states, __global float *px, __global float *placeX, __global float *placeY,
                            __global float *placeZ, __global float *speedX, __global float *speedY, __global float *speedZ,
                            __global float *forceX, __global float *forceY, __global float *forceZ, __global float *spinX,
                            __global float *spinY, __global float *spinZ, __global float2 *charge, __global float2 *mass,
                            __global int *kind, __global int *cell, __global int *molecule, __global int *flags,
                            __global ushort *imageX, __global ushort *imageY, __global ushort *imageZ, __global ushort *bonds,
                            const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const state_t s = states[i];
    MOVE3(place, place)
    MOVE3(speed, speed)
    MOVE3(force, force)
    MOVE3(spin, spin)
    MOVE3(image, image)
    px[i] = s.place.w;
    charge[i] = s.charge;
    mass[i] = s.mass;
    kind[i] = s.kind;
    cell[i] = s.cell;
    molecule[i] = s.molecule;
    flags[i] = s.flags;
    bonds[4 * i] = s.bonds.x;
    bonds[4 * i + 1] = s.bonds.y;
    bonds[4 * i + 2] = s.bonds.z;
    bonds[4 * i + 3] = s.bonds.w;
}
