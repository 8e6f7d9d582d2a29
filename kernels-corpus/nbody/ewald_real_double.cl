// Real-space Ewald energy and field of point charges in a periodic box, double precision.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TWO_OVER_SQRTPI 1.1283791670955126

inline double wrap(double d, double L) { return d - L * rint(d / L); }

__kernel void ewald_real_double(__global const double4 *xyzq, __global double4 *field,
                                const double L, const double alpha, const double rc, const uint N)
{
    for (uint i = get_global_id(0); i < N; i += get_global_size(0)) {
        const double4 a = xyzq[i];
        double ex = 0, ey = 0, ez = 0, u = 0;
        for (uint j = 0; j < N; ++j) {
            const double4 b = xyzq[j];
            const double dx = wrap(a.x - b.x, L), dy = wrap(a.y - b.y, L), dz = wrap(a.z - b.z, L);
            const double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < rc * rc && i != j) {
                const double r = sqrt(r2 + 1e-12), ar = alpha * r;
                const double e = erfc(ar) / r;
                const double g = b.w * (e + TWO_OVER_SQRTPI * alpha * exp(-ar * ar)) / r2;
                u += b.w * e;
                ex += g * dx; ey += g * dy; ez += g * dz;
            }
        }
        field[i] = (double4)(ex, ey, ez, 0.5 * a.w * u);
    }
}
