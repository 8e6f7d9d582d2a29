// Lattice Boltzmann in two dimensions, nine speeds by planes: pull, collide, walls bounce back; flattened, periodic.
#define W0 0.4444444f
#define W1 0.1111111f
#define W2 0.0277778f
#define F(d, from) f[(d) * cells + (from) % cells]
#define G(d) g[(d) * cells + at]

static float equilibrium(float w, float rho, float cu, float uu)
{
    return w * rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * uu);
}

__kernel void lbm_collide(__global const float *f, __global float *g, __global const uchar *solid, uint cells,
                          uint width, float omega)
{
    const uint at = get_global_id(0);
    if (at >= cells) return;
    const uint pitch = width % cells;
    const uint back = at + cells;
    const float f0 = F(0, at);
    float f1 = F(1, back - 1), f2 = F(2, back - pitch), f3 = F(3, at + 1), f4 = F(4, at + pitch);
    float f5 = F(5, back + cells - pitch - 1), f6 = F(6, back - pitch + 1);
    float f7 = F(7, at + pitch + 1), f8 = F(8, back + pitch - 1);

    if (solid[at]) {
        G(0) = f0;
        G(1) = f3;
        G(2) = f4;
        G(3) = f1;
        G(4) = f2;
        G(5) = f7;
        G(6) = f8;
        G(7) = f5;
        G(8) = f6;
        return;
    }
    const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + 1e-6f;
    const float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
    const float uu = ux * ux + uy * uy;
    G(0) = mix(f0, equilibrium(W0, rho, 0.0f, uu), omega);
    G(1) = mix(f1, equilibrium(W1, rho, ux, uu), omega);
    G(2) = mix(f2, equilibrium(W1, rho, uy, uu), omega);
    G(3) = mix(f3, equilibrium(W1, rho, -ux, uu), omega);
    G(4) = mix(f4, equilibrium(W1, rho, -uy, uu), omega);
    G(5) = mix(f5, equilibrium(W2, rho, ux + uy, uu), omega);
    G(6) = mix(f6, equilibrium(W2, rho, uy - ux, uu), omega);
    G(7) = mix(f7, equilibrium(W2, rho, -ux - uy, uu), omega);
    G(8) = mix(f8, equilibrium(W2, rho, ux - uy, uu), omega);
}
