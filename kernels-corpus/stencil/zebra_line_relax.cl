// Zebra line relaxation: every second row of a plane is solved exactly by forward and back substitution.
__kernel void zebra_line_relax(__global float *u, __global const float *f, __global float *cprime,
                               uint nx, uint ny, uint parity)
{
    uint row = 2 * get_global_id(0) + (parity & 1);
    if (row == 0 || row + 1 >= ny) return;

    __global float *mid = u + row * nx;
    __global const float *up = u + (row - 1) * nx;
    __global const float *down = u + (row + 1) * nx;
    __global const float *rhs = f + row * nx;
    __global float *c = cprime + row * nx;

    float prevC = 0.0f, prevD = 0.0f;
    for (uint i = 0; i < nx; ++i) {
        float m = 1.0f / (4.0f - prevC);
        prevD = (rhs[i] + up[i] + down[i] + prevD) * m;
        prevC = m;
        c[i] = prevC;
        mid[i] = prevD;
    }
    float next = mid[nx - 1];
    for (uint i = nx - 1; i > 0; --i) {
        next = mid[i - 1] + c[i - 1] * next;
        mid[i - 1] = next;
    }
}
