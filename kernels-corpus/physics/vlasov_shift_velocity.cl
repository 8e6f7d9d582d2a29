// Vlasov splitting: shift each velocity column of the phase-space density by a cubic Lagrange step.
__kernel void vlasov_shift_velocity(__global const float *f, __global float *g, __global const float *accel,
                                    const int nv, const int nx, const float dtOverDv)
{
    const int idx = get_global_id(0);
    const int ix = idx / nv, iv = idx % nv;
    if (ix < nx)
    {
        const float shift = clamp(accel[ix] * dtOverDv, -1000.0f, 1000.0f);
        const float whole = floor(shift);
        const float a = 1.0f - (shift - whole);
        const int base = iv - (int)whole - 1;
        __global const float *col = f + ix * nv;
        const float w0 = -a * (a - 1.0f) * (a - 2.0f) / 6.0f;
        const float w1 = (a + 1.0f) * (a - 1.0f) * (a - 2.0f) / 2.0f;
        const float w2 = -(a + 1.0f) * a * (a - 2.0f) / 2.0f;
        const float w3 = (a + 1.0f) * a * (a - 1.0f) / 6.0f;
        float acc = w0 * col[clamp(base - 1, 0, nv - 1)];
        acc += w1 * col[clamp(base, 0, nv - 1)];
        acc += w2 * col[clamp(base + 1, 0, nv - 1)];
        acc += w3 * col[clamp(base + 2, 0, nv - 1)];
        g[idx] = acc;
    }
}
