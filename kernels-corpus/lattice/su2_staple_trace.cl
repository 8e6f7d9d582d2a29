// Plaquette traces of SU(2) links stored as unit quaternions on a periodic 2-D lattice.
typedef float4 su2;

su2 mul(su2 a, su2 b)
{
    return (su2)(a.x * b.x - a.y * b.y - a.z * b.z - a.w * b.w,
                 a.x * b.y + a.y * b.x - a.z * b.w + a.w * b.z,
                 a.x * b.z + a.z * b.x - a.w * b.y + a.y * b.w,
                 a.x * b.w + a.w * b.x - a.y * b.z + a.z * b.y);
}

su2 dagger(su2 a) { return (su2)(a.x, -a.yzw); }

__kernel void su2_staple_trace(__global const su2 *linkX, __global const su2 *linkY,
                               __global su2 *staple, __global float *trace, const int nx, const int nt)
{
    const int site = get_global_id(0);
    if (site >= nx * nt) return;
    const int x = site % nx, t = site / nx;
    const int xp = t * nx + (x + 1) % nx;
    const int tp = (t + 1) % nt * nx + x;
    const int tm = (t + nt - 1) % nt * nx + x;
    const int xptm = (t + nt - 1) % nt * nx + (x + 1) % nx;

    su2 up   = mul(mul(linkY[xp], dagger(linkX[tp])), dagger(linkY[site]));
    su2 down = mul(mul(dagger(linkY[xptm]), dagger(linkX[tm])), linkY[tm]);
    staple[site] = up + down;
    trace[site] = 2.0f * mul(linkX[site], up).x;
}
