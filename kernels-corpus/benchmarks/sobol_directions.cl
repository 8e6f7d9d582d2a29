// Quasi-random numbers: a slice a dimension, each number the exclusive or of direction vectors by its Gray code.
#define N_DIRECTIONS 32

__kernel void sobol_directions(__global float *out, __global const uint *directions, const uint numbers,
                               const uint vectors)
{
    const uint id = get_global_id(0);
    if (id >= numbers) return;
    const uint index = id % vectors;
    __global const uint *v = directions + id / vectors * N_DIRECTIONS;
    uint gray = index ^ (index >> 1);
    uint x = 0;
    for (uint k = 0; k < N_DIRECTIONS; k++, gray >>= 1)
        if (gray & 1) x ^= v[k];
    out[id] = x * 2.3283064365387e-10f;
}
