// Seven-point Jacobi step of the heat equation on a flattened cube, indices clamped at its ends.
#define A0_AT(index) A0[clamp(index, 0, points - 1)]

__kernel void stencil7_3d(float c0, float c1, __global const float *A0, __global float *Anext, int nx, int ny,
                          int points)
{
    int g = get_global_id(0);
    int plane = nx * ny;

    if (g < points)
        Anext[g] = (A0_AT(g + plane) + A0_AT(g - plane) + A0_AT(g + nx) + A0_AT(g - nx) + A0_AT(g + 1) +
                    A0_AT(g - 1)) * c1 - A0[g] * c0;
}
