// LU decomposition, trailing update: every 16x16 block right of and below the first loses a product of panels.
#define BS 16

__kernel __attribute__((reqd_work_group_size(BS * BS, 1, 1)))
void lud_inner(__global float *m, int blocks)
{
    __local float peri_row[BS][BS];
    __local float peri_col[BS][BS];
    const int tx = get_local_id(0) % BS, ty = get_local_id(0) / BS;
    const int dim = blocks * BS;
    const int bx = get_group_id(0) % blocks;
    const int by = get_group_id(0) / blocks + 1;
    float sum = 0.0f;

    peri_row[ty][tx] = m[ty * dim + bx * BS + tx];
    peri_col[ty][tx] = m[(by * BS + ty) * dim + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < BS; i++) sum += peri_col[ty][i] * peri_row[i][tx];
    m[(by * BS + ty) * dim + bx * BS + tx] -= sum;
}
