// One Godunov step of the signed-distance equation on a masked narrow band of a 3-D grid.
#define SQ(v) ((v) * (v))

float axis_term(float lo, float mid, float hi, float sgn)
{
    float a = (mid - lo) * sgn, b = (hi - mid) * sgn;
    return fmax(SQ(fmax(a, 0.0f)), SQ(fmin(b, 0.0f)));
}

__kernel void levelset_godunov_reinit(__global const float *phi, __global const float *phi0, __global float *out,
                                      __global const uint *band, const uint bandCount, const uint nx, const uint ny, const uint nz,
                                      const float dtau)
{
    const uint t = get_global_id(0);
    if (t >= bandCount)
        return;
    const uint c = band[t] % (nx * ny * nz);
    const uint x = c % nx, y = c / nx % ny, z = c / (nx * ny);
    const uint top = nx * ny * nz - 1;
    const float m = phi[c];
    const float s = phi0[c] * rsqrt(SQ(phi0[c]) + 1e-4f);
    float g = axis_term(phi[x > 0 ? c - 1 : c], m, phi[x + 1 < nx ? min(c + 1, top) : c], s);
    g += axis_term(phi[y > 0 ? max(c, nx) - nx : c], m, phi[y + 1 < ny ? min(c + nx, top) : c], s);
    g += axis_term(phi[z > 0 ? max(c, nx * ny) - nx * ny : c], m, phi[z + 1 < nz ? min(c + nx * ny, top) : c], s);
    out[t] = m - dtau * s * (sqrt(g) - 1.0f);
}
