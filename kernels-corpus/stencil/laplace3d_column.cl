// Seven-point Laplacian of a 3-D field; each work-item marches along z through one (x, y) column.
typedef float real_t;

__kernel void laplace3d_column(__global const real_t * restrict phi,
                               __global real_t * restrict lap,
                               const uint nx, const uint ny, const uint nz,
                               const real_t inv_h2)
{
    const uint plane = nx * ny;
    const uint col = get_global_id(0);
    const uint x = col % nx;
    const uint y = col / nx;

    const bool interior = y < ny && x > 0 && x + 1 < nx && y > 0 && y + 1 < ny;
    if (!interior || nz < 3)
        return;

    real_t below = phi[col];
    real_t here  = phi[col + plane];

    for (uint z = 1; z < nz - 1; ++z) {
        const uint at = z * plane + col;
        const real_t above = phi[at + plane];
        const real_t ring = phi[at - 1] + phi[at + 1] + phi[at - nx] + phi[at + nx];
        lap[at] = (ring + below + above - 6.0f * here) * inv_h2;
        below = here;
        here = above;
    }
}
