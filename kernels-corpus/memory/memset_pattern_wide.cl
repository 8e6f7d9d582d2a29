// Fills memory with a rotating 16-byte pattern, vector stores with a scalar tail done by the last work-item.
__kernel void memset_pattern_wide(__global uint *dst, const uint4 pattern, const uint words)
{
    const uint quads = words / 4;
    for (uint q = get_global_id(0); q < quads; q += get_global_size(0))
        vstore4(rotate(pattern, (uint4)(q & 31u)), q, dst);

    if (get_global_id(0) == get_global_size(0) - 1)
        for (uint w = quads * 4; w < words; ++w)
            dst[w] = pattern.x;
}
