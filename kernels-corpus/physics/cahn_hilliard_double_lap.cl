// Cahn-Hilliard phase separation: thirteen-point biharmonic plus the Laplacian of the cubic term.
inline float bulk(float c) { return c * c * c - c; }
#define C(dx, dy) c[((y + (dy) + n) & (n - 1)) * n + ((x + (dx) + n) & (n - 1))]
#define MU(dx, dy) bulk(C(dx, dy))

__kernel void cahn_hilliard_double_lap(__global const float *c, __global float *cNew, const int logN, const float mobility, const float kappa)
{
    const int n = 1 << (logN & 15);
    const int id = get_global_id(0);
    if (id >= n * n) return;
    const int x = id & (n - 1), y = id >> (logN & 15);
    const float lapMu = MU(1, 0) + MU(-1, 0) + MU(0, 1) + MU(0, -1) - 4.0f * MU(0, 0);
    const float bih = 20.0f * C(0, 0) - 8.0f * (C(1, 0) + C(-1, 0) + C(0, 1) + C(0, -1))
                    + 2.0f * (C(1, 1) + C(-1, 1) + C(1, -1) + C(-1, -1)) + C(2, 0) + C(-2, 0) + C(0, 2) + C(0, -2);
    cNew[id] = C(0, 0) + mobility * (lapMu - kappa * bih);
}
