// D3Q7 advection-diffusion step of a tracer, fused pull streaming and relaxation, clamped at the walls.
#define IDX(i, j, k) (((k) * ny + (j)) * nx + (i))

__kernel void d3q7_scalar_transport(__global const float *g0, __global float *g1, __global const float4 *wind,
                                    __global float *conc, const int nx, const int ny, const int nz, const float tauInv)
{
    const int n = nx * ny * nz;
    const int c = get_global_id(0);
    if (c >= n) return;
    const int i = c % nx, j = (c / nx) % ny, k = c / (nx * ny);

    const float q0 = g0[c];
    const float q1 = g0[n + IDX(max(i - 1, 0), j, k)];
    const float q2 = g0[2 * n + IDX(min(i + 1, nx - 1), j, k)];
    const float q3 = g0[3 * n + IDX(i, max(j - 1, 0), k)];
    const float q4 = g0[4 * n + IDX(i, min(j + 1, ny - 1), k)];
    const float q5 = g0[5 * n + IDX(i, j, max(k - 1, 0))];
    const float q6 = g0[6 * n + IDX(i, j, min(k + 1, nz - 1))];

    const float C = q0 + q1 + q2 + q3 + q4 + q5 + q6;
    const float4 u = wind[c] * 4.0f;
    conc[c] = C;
    g1[c]         = mix(q0, 0.25f * C, tauInv);
    g1[n + c]     = mix(q1, 0.125f * C * (1.0f + u.x), tauInv);
    g1[2 * n + c] = mix(q2, 0.125f * C * (1.0f - u.x), tauInv);
    g1[3 * n + c] = mix(q3, 0.125f * C * (1.0f + u.y), tauInv);
    g1[4 * n + c] = mix(q4, 0.125f * C * (1.0f - u.y), tauInv);
    g1[5 * n + c] = mix(q5, 0.125f * C * (1.0f + u.z), tauInv);
    g1[6 * n + c] = mix(q6, 0.125f * C * (1.0f - u.z), tauInv);
}
