// Block-sparse product with 4x4 blocks, one block row a work-item, vectors of float4.
#define MAX_BLOCKS 64u

static float4 block_mul(__global const float4 *blk, float4 v)
{
    return (float4)(dot(blk[0], v), dot(blk[1], v), dot(blk[2], v), dot(blk[3], v));
}

__kernel void bsr_block_row(__global const uint *restrict blockRowStart,
                            __global const uint *restrict blockCol,
                            __global const float4 *restrict blocks,
                            __global const float4 *restrict x,
                            __global float4 *restrict y,
                            uint blockRows)
{
    for (uint br = get_global_id(0); br < blockRows; br += get_global_size(0)) {
        const uint first = blockRowStart[br];
        const uint count = min(blockRowStart[br + 1] - first, MAX_BLOCKS);
        float4 acc = (float4)(0.0f);

        for (uint k = 0; k < count; ++k)
            acc += block_mul(blocks + 4 * (first + k), x[blockCol[first + k]]);
        y[br] = acc;
    }
}
