// Particles in boxes: a work-group sums potentials on its home box from the boxes around, staged in local memory.
#define PAR 64
#define NEI 26

typedef struct { int number; int nn; int nei[NEI]; } box_t;

__kernel __attribute__((reqd_work_group_size(PAR, 1, 1)))
void lavamd_boxes(__global const box_t *boxes, __global const float4 *rv, __global const float *qv,
                  __global float4 *fv, const float alpha, const int nboxes)
{
    __local float4 rB[PAR];
    __local float qB[PAR];
    const int home = get_group_id(0);
    const int lane = get_local_id(0);
    const float a2 = 2.0f * alpha * alpha;
    const float4 rA = rv[home * PAR + lane];
    const int count = (uint)boxes[home].nn % (NEI + 1);
    float4 f = (float4)(0.0f);

    for (int k = 0; k <= count; k++) {
        const int box = k == 0 ? home : (uint)boxes[home].nei[k - 1] % (uint)nboxes;
        rB[lane] = rv[box * PAR + lane];
        qB[lane] = qv[box * PAR + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < PAR; j++) {
            const float4 other = rB[j];
            const float r2 = rA.w + other.w - (rA.x * other.x + rA.y * other.y + rA.z * other.z);
            const float vij = exp(-a2 * r2);
            const float4 d = rA - other;
            const float fs = 2.0f * vij * qB[j];
            f += (float4)(fs * d.x, fs * d.y, fs * d.z, qB[j] * vij);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    fv[home * PAR + lane] += f;
}
