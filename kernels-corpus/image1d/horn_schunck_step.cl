// One Horn-Schunck iteration of optical flow with reflected neighbours.
#define AVG(f) ((f[n] + f[s] + f[e] + f[w]) / 6.0f + (f[ne] + f[nw] + f[se] + f[sw]) / 12.0f)

__kernel void horn_schunck_step(__global const float *u, __global const float *v,
                                __global const float *Ix, __global const float *Iy, __global const float *It,
                                __global float *uNew, __global float *vNew,
                                const int cols, const int rows, const float alpha2)
{
    const int p = get_global_id(0);
    if (p >= cols * rows) return;
    const int x = p % cols, y = p / cols;
    const int xm = max(x - 1, 0), xp = min(x + 1, cols - 1);
    const int up = max(y - 1, 0) * cols, here = y * cols, dn = min(y + 1, rows - 1) * cols;
    const int n = up + x, s = dn + x, e = here + xp, w = here + xm;
    const int ne = up + xp, nw = up + xm, se = dn + xp, sw = dn + xm;

    const float ub = AVG(u), vb = AVG(v);
    const float t = (Ix[p] * ub + Iy[p] * vb + It[p]) / (alpha2 + Ix[p] * Ix[p] + Iy[p] * Iy[p]);
    uNew[p] = ub - Ix[p] * t;
    vNew[p] = vb - Iy[p] * t;
}
