// Cheapest path down a grid: up to eight rows a launch, blocks with a halo that covers them.
#define HALO 8

__kernel void pathfinder_row(int iteration, __global const int *gpuWall, __global const int *gpuSrc,
                             __global int *gpuResults, int cols, __local int *prev, __local int *result)
{
    const int tx = get_local_id(0);
    const int block = get_local_size(0);
    const int xidx = (int)get_group_id(0) * (block - 2 * HALO) - HALO + tx;
    const bool valid = xidx >= 0 && xidx < cols;
    const int rows = min(iteration, HALO);

    prev[tx] = valid ? gpuSrc[xidx] : INT_MAX / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < rows; i++) {
        int best = prev[tx];
        if (tx > 0) best = min(best, prev[tx - 1]);
        if (tx < block - 1) best = min(best, prev[tx + 1]);
        result[tx] = valid ? best + gpuWall[cols * i + xidx] : INT_MAX / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        prev[tx] = result[tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (valid && tx >= HALO && tx < block - HALO) gpuResults[xidx] = prev[tx];
}
