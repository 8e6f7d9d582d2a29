// Three-velocity lattice Boltzmann diffusion in 1-D: pull streaming, BGK collision, periodic ends.
#define Q 3
#define F(buf, q, s) buf[(q) * nx + (s)]

__constant float wq[Q] = { 4.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f };

__kernel void lbm_d1q3(__global const float *fin, __global float *fout, __global float *rho,
                       const int nx, const float omega, const float u)
{
    const int s = get_global_id(0);
    if (s >= nx) return;

    float f[Q];
    f[0] = F(fin, 0, s);
    f[1] = F(fin, 1, (s + nx - 1) % nx);
    f[2] = F(fin, 2, (s + 1) % nx);

    const float r = f[0] + f[1] + f[2];
    rho[s] = r;
    #pragma unroll
    for (int q = 0; q < Q; ++q) {
        const float cu = (q == 0 ? 0.0f : (q == 1 ? u : -u));
        const float feq = wq[q] * r * (1.0f + 3.0f * cu);
        F(fout, q, s) = f[q] + omega * (feq - f[q]);
    }
}
