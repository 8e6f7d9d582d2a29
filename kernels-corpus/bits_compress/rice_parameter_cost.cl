// Golomb-Rice: cost in bits of a residual block for every parameter, the cheapest chosen.
__kernel void rice_parameter_cost(__global const short *residuals, __global uchar *bestParam, __global uint *bestCost, const uint blockSize)
{
    uint cost[15];
    const uint blk = get_global_id(0);
    for (int k = 0; k < 15; ++k)
        cost[k] = blockSize * (k + 1);

    for (uint i = 0; i < blockSize; ++i) {
        const int r = residuals[(size_t)blk * blockSize + i];
        const uint folded = r < 0 ? (uint)(-2 * r - 1) : (uint)(2 * r);
#pragma unroll
        for (int k = 0; k < 15; ++k)
            cost[k] += folded >> k;
    }
    uchar best = 0;
    uint low = cost[0];
    for (int k = 1; k < 15; ++k)
        if (cost[k] < low) {
            low = cost[k];
            best = (uchar)k;
        }
    bestParam[blk] = best;
    bestCost[blk] = low;
}
