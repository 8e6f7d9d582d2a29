// Acoustic wave, eighth order in space: each work-item marches down z with a register queue.
#define R 4
__constant float C8[R + 1] = { -2.847222f, 1.6f, -0.2f, 0.02539683f, -0.001785714f };

__kernel void seismic_order8_march(__global const float *cur, __global float *prev, __global const float *vel2,
                                   const int pitch, const int ny, const int nz)
{
    const int col = get_global_id(0);
    const int plane = pitch * ny;
    const int x = col % pitch, y = col / pitch;
    if (x < R || x >= pitch - R || y < R || y >= ny - R)
        return;

    float q[2 * R + 1];
    for (int k = 0; k < 2 * R; k++)
        q[k + 1] = k < nz ? cur[k * plane + col] : 0.0f;

    for (int z = R; z < nz - R; z++) {
        for (int k = 0; k < 2 * R; k++)
            q[k] = q[k + 1];
        q[2 * R] = cur[(z + R) * plane + col];

        const int at = z * plane + col;
        float lap = 3.0f * C8[0] * q[R];
        for (int k = 1; k <= R; k++)
            lap += C8[k] * (q[R - k] + q[R + k] + cur[at - k] + cur[at + k] + cur[at - k * pitch] + cur[at + k * pitch]);
        prev[at] = 2.0f * q[R] - prev[at] + vel2[at] * lap;
    }
}
