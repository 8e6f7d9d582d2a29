// Subset-sum reachability of a bit set: OR with itself shifted left by one item's weight.
__kernel void subset_sum_bitset(__global const ulong *reach, __global ulong *next, const uint weight, const uint words)
{
    const uint w = get_global_id(0);
    if (w >= words)
        return;

    const uint hop = weight >> 6;
    const uint sh = weight & 63u;
    ulong in = 0;
    if (w >= hop)
        in = reach[w - hop] << sh;
    if (sh != 0 && w > hop)
        in |= reach[w - hop - 1] >> (64u - sh);
    next[w] = reach[w] | in;
}
