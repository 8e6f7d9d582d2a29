// TM-mode electric field update of a flattened 2-D FDTD grid with graded loss near the edges.
#define EDGE 10

static float loss(int k, int n)
{
    int d = min(k, n - 1 - k);
    float s = d < EDGE ? (float)(EDGE - d) / EDGE : 0.0f;
    return 0.5f * s * s * s;
}

__kernel void fdtd_ez_update_pml(__global float *Ez, __global const float *Hx, __global const float *Hy,
                                 __global const uchar *material, __constant float *epsInv,
                                 const int nx, const int ny, const float c)
{
    const int id = get_global_id(0);
    const int i = id % nx, j = id / nx;
    if (j < 1 || j >= ny || i < 1)
        return;

    const float curl = (Hy[id] - Hy[id - 1]) - (Hx[id] - Hx[id - nx]);
    const float sigma = loss(i, nx) + loss(j, ny);
    Ez[id] = ((1.0f - sigma) * Ez[id] + c * epsInv[material[id] & 15] * curl) / (1.0f + sigma);
}
