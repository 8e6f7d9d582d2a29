// Anisotropic diffusion div(D grad u) with a symmetric 2x2 tensor per cell (three separate planes).
typedef float real;
typedef __global const real *Plane;

static real grad_x(Plane row, int w, int x)
{
    return 0.5f * (row[min(x + 1, w - 1)] - row[max(x - 1, 0)]);
}

__kernel void tensor_diffusion(Plane u, Plane dxx, Plane dxy, Plane dyy, __global real *unew,
                               const int w, const int h, const real tau)
{
    const int at = get_global_id(0);
    if (at >= w * h)
        return;
    const int x = at % w;
    const int y = at / w;
    const int rn = max(y - 1, 0) * w, rs = min(y + 1, h - 1) * w;
    const int n = rn + x, s = rs + x;
    const int west = y * w + max(x - 1, 0);
    const int east = y * w + min(x + 1, w - 1);

    const real straight = 0.5f * (dxx[east] + dxx[at]) * (u[east] - u[at])
                        - 0.5f * (dxx[west] + dxx[at]) * (u[at] - u[west])
                        + 0.5f * (dyy[s] + dyy[at]) * (u[s] - u[at])
                        - 0.5f * (dyy[n] + dyy[at]) * (u[at] - u[n]);
    const real crossed = dxy[s] * grad_x(u + rs, w, x) - dxy[n] * grad_x(u + rn, w, x);
    unew[at] = u[at] + tau * (straight + crossed);
}
