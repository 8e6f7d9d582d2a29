// Latency probe: dependent loads through a masked index table.
__kernel void masked_chase(__global const uint *links, __global uint *last, const uint mask, const uint hops)
{
    uint at = get_global_id(0) & mask;
    for (uint h = 0; h < hops; ++h)
        at = links[at] & mask;
    last[get_global_id(0)] = at;
}
