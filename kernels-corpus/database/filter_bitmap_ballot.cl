// Range predicate over a column: each group packs its verdicts into bitmap words with local atomics.
__kernel void filter_bitmap_ballot(__global const int *column, __global uint *bitmap,
                                   const int low, const int high, const uint rows)
{
    __local uint word[8];
    const uint lid = get_local_id(0);
    const uint row = get_global_id(0);

    if (lid < 8)
        word[lid] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (row < rows) {
        const int v = column[row];
        if (v >= low && v <= high)
            atomic_or(&word[(lid >> 5) & 7u], 1u << (lid & 31u));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if ((lid & 31u) == 0u)
        bitmap[row >> 5] = word[(lid >> 5) & 7u];
}
