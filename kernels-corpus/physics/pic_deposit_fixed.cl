// Cloud-in-cell charge deposit on a periodic 2-D grid with 16.16 fixed-point atomics.
inline void splat(volatile __global uint *rho, uint x, uint y, uint nx, float w)
{
    atomic_add(rho + y * nx + x, (uint)(w * 65536.0f));
}

__kernel void pic_deposit_fixed(__global const float *px, __global const float *py, volatile __global uint *rho,
                                const uint nx, const uint ny, const uint perItem)
{
    const uint stride = get_global_size(0);
    uint p = get_global_id(0);
    for (uint n = 0; n < perItem; n++, p += stride) {
        const float fx = fabs(px[p]), fy = fabs(py[p]);
        const uint ix = (uint)fx % nx, iy = (uint)fy % ny;
        const uint jx = (ix + 1u) % nx, jy = (iy + 1u) % ny;
        const float ax = fx - floor(fx), ay = fy - floor(fy);
        splat(rho, ix, iy, nx, (1.0f - ax) * (1.0f - ay));
        splat(rho, jx, iy, nx, ax * (1.0f - ay));
        splat(rho, ix, jy, nx, (1.0f - ax) * ay);
        splat(rho, jx, jy, nx, ax * ay);
    }
}
