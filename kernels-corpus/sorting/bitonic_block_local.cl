// Full bitonic sort of 512 keys by a group of 256 in local memory.
#define GROUP 256
#define BLOCK (2 * GROUP)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void bitonic_block_local(__global const uint *restrict in, __global uint *restrict out, const int descending)
{
    __local uint s[BLOCK];
    const uint lid = get_local_id(0);
    const uint base = get_group_id(0) * BLOCK;

    s[lid] = in[base + lid];
    s[lid + GROUP] = in[base + lid + GROUP];

    for (uint size = 2; size <= BLOCK; size <<= 1) {
        const uint dir = ((lid & (size >> 1)) != 0) ^ (descending & 1);
        for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint pos = (2 * lid - (lid & (stride - 1))) & (BLOCK - 1);
            const uint other = (pos + stride) & (BLOCK - 1);
            const uint a = s[pos], b = s[other];
            if ((a > b) != dir) {
                s[pos] = b;
                s[other] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + lid] = s[lid];
    out[base + lid + GROUP] = s[lid + GROUP];
}
