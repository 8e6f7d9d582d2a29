// Lower triangle of A * A^T by 8x8 tiles: groups of 64 work-items stage two strips of A.
#define B 8

__kernel __attribute__((reqd_work_group_size(B * B, 1, 1)))
void SyrkLowerTile(__global const float *pA, __global float *pC, const int nTiles, const int nDepth)
{
    __local float left[B][B], right[B][B];
    const int iLocal = get_local_id(0);
    const int y = iLocal / B, x = iLocal % B;
    const int iGroup = get_group_id(0);
    const int ty = (iGroup / nTiles) % nTiles;
    const int tx = iGroup % nTiles;
    float fAcc = 0.0f;

    for (int k0 = 0; k0 + B <= nDepth; k0 += B)
    {
        left[y][x] = pA[(ty * B + y) * nDepth + k0 + x];
        right[x][y] = pA[(tx * B + y) * nDepth + k0 + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < B; ++k)
            fAcc += left[y][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tx <= ty)
        pC[(ty * B + y) * nTiles * B + tx * B + x] = fAcc;
}
