// Twenty-seven-point smoothing on a triply periodic box; weight by the number of differing axes.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
constant double w27[4] = { 0.125, 0.0625, 0.03125, 0.015625 };

static ulong ring(ulong p, int d, ulong size) { return (p + size + (ulong)(long)d) % size; }

kernel void cube27_wrap(global const double *q, global double *s, ulong nx, ulong ny, ulong nz)
{
    ulong id = get_global_id(0);
    if (id < nx * ny * nz) {
        ulong x = id % nx, y = id / nx % ny, z = id / (nx * ny);
        double sum = 0.0;
        for (int c = -1; c <= 1; c++)
            for (int b = -1; b <= 1; b++)
                for (int a = -1; a <= 1; a++) {
                    ulong at = (ring(z, c, nz) * ny + ring(y, b, ny)) * nx + ring(x, a, nx);
                    sum += w27[abs(a) + abs(b) + abs(c)] * q[at];
                }
        s[id] = sum;
    }
}
