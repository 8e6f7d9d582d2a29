// Prefix doubling: combined key of the ranks at a suffix and h characters later, for the next sort.
__kernel void suffix_rank_doubling(__global const uint *rank, __global const uint *order, __global ulong *key,
                                   const uint n, const uint h)
{
    const uint i = get_global_id(0);
    if (i < n) {
        const uint suffix = order[i];
        const uint hi = rank[suffix];
        const uint lo = suffix + h < n ? rank[suffix + h] + 1u : 0u;
        key[i] = ((ulong)hi << 32) | lo;
    }
}
