// CSR product in which eight neighbouring work-items share a row and fold through local memory.
#define LANES 8
#define WG 128

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void csr_vector_strip(__global const int *rowPtr, __global const int *colIdx,
                      __global const float *vals, __global const float *x,
                      __global float *y, const int rows)
{
    __local float part[WG];
    const int lid  = get_local_id(0);
    const int lane = lid % LANES;
    const int row  = (int)get_global_id(0) / LANES;
    float s = 0.0f;

    if (row < rows)
    {
        const int end = rowPtr[row + 1];
        for (int j = rowPtr[row] + lane; j < end; j += LANES)
            s += vals[j] * x[colIdx[j]];
    }
    part[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 4)
        part[lid] += part[lid + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 2)
        part[lid] += part[lid + 2];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0 && row < rows)
        y[row] = part[lid] + part[lid + 1];
}
