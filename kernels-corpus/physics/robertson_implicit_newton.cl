// Stiff Robertson kinetics by implicit Euler: Newton with an explicit 3x3 solve, capped iterations.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void robertson_implicit_newton(__global double *y, __global const double *k1, __global int *newtonCount,
                                        const double dt, const int steps)
{
    const size_t id = get_global_id(0);
    double a = y[3 * id], b = y[3 * id + 1], c = y[3 * id + 2];
    const double ka = k1[id];
    int count = 0;

    for (int s = 0; s < steps; ++s) {
        double A = a, B = b, C = c;
        for (int it = 0; it < 8; ++it) {
            const double f0 = A - a - dt * (-ka * A + 1e4 * B * C);
            const double f1 = B - b - dt * (ka * A - 1e4 * B * C - 3e7 * B * B);
            const double f2 = C - c - dt * (3e7 * B * B);
            const double j00 = 1 + dt * ka, j01 = -dt * 1e4 * C, j02 = -dt * 1e4 * B;
            const double j10 = -dt * ka, j11 = 1 + dt * (1e4 * C + 6e7 * B), j12 = dt * 1e4 * B;
            const double j21 = -dt * 6e7 * B;
            const double det = j00 * (j11 - j12 * j21) - j01 * j10 + j02 * j10 * j21;
            const double inv = 1.0 / (fabs(det) > 1e-300 ? det : 1e-300);
            const double d0 = inv * (f0 * (j11 - j12 * j21) - j01 * (f1 - j12 * f2) + j02 * (f1 * j21 - j11 * f2));
            const double d1 = inv * (j00 * (f1 - j12 * f2) - f0 * j10 + j02 * j10 * f2);
            A -= d0;
            B -= d1;
            C -= f2 + -j21 * d1;
            ++count;
            if (fabs(d0) + fabs(d1) < 1e-13)
                break;
        }
        a = A; b = B; c = C;
    }
    y[3 * id] = a;
    y[3 * id + 1] = b;
    y[3 * id + 2] = c;
    newtonCount[id] = count;
}
