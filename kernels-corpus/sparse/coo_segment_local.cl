// Coordinate format: each group forms products and the first item of every row run adds it up.
#define CHUNK 64

__kernel __attribute__((reqd_work_group_size(CHUNK, 1, 1)))
void coo_segment_local(__global const uint *rowIdx, __global const uint *colIdx,
                       __global const float *val, __global const float *x,
                       __global float *runSum, __global uint *runRow, const uint nnz)
{
    __local float prod[CHUNK];
    __local uint rows[CHUNK];
    const uint l = get_local_id(0);
    const uint e = get_global_id(0);

    rows[l] = e < nnz ? rowIdx[e] : UINT_MAX;
    prod[l] = e < nnz ? val[e] * x[colIdx[e]] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (e < nnz) {
        const uint mine = rows[l];
        const bool head = (l == 0) || (rows[l - (l > 0)] != mine);
        float s = 0.0f;
        if (head)
            for (uint k = l; k < CHUNK && rows[k] == mine; k++)
                s += prod[k];
        runSum[e] = s;
        runRow[e] = head ? mine : UINT_MAX;
    }
}
