// D2Q9 lattice Boltzmann BGK collision with a body force, populations in planes.
#define PLANE(k) f[(k) * cells + c]

__constant float W9[9] = { 4.f/9.f, 1.f/9.f, 1.f/9.f, 1.f/9.f, 1.f/9.f, 1.f/36.f, 1.f/36.f, 1.f/36.f, 1.f/36.f };
__constant int CX[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
__constant int CY[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };

__kernel void d2q9_bgk_collide(__global float *f, __global float2 *velocity, const int cells,
                               const float omega, const float gx)
{
    const int c = get_global_id(0);
    if (c >= cells)
        return;

    float rho = 0.0f, ux = 0.0f, uy = 0.0f;
    for (int k = 0; k < 9; ++k) {
        const float p = PLANE(k);
        rho += p;
        ux += CX[k] * p;
        uy += CY[k] * p;
    }
    ux = ux / rho + 0.5f * gx;
    uy /= rho;
    const float usq = 1.5f * (ux * ux + uy * uy);

    for (int k = 0; k < 9; ++k) {
        const float cu = 3.0f * (CX[k] * ux + CY[k] * uy);
        const float eq = W9[k] * rho * (1.0f + cu + 0.5f * cu * cu - usq);
        PLANE(k) += omega * (eq - PLANE(k)) + 3.0f * W9[k] * CX[k] * gx;
    }
    velocity[c] = (float2)(ux, uy);
}
