// Sum of selected rows in a bit-sliced column: popcount of slice and selection, weighted by powers of two.
__kernel void bit_sliced_sum(__global const ulong *slices, __global const ulong *selected,
                             __global ulong *sums, const uint words, const uint nbits)
{
    const uint lo = get_global_id(0);
    ulong acc = 0;

    for (uint b = 0; b < nbits; ++b) {
        __global const ulong *plane = slices + (size_t)b * words;
        ulong ones = 0;
        for (uint w = lo; w < words; w += get_global_size(0))
            ones += popcount(plane[w] & selected[w]);
        acc += ones << (b & 63u);
    }
    sums[lo] = acc;
}
