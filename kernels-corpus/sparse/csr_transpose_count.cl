// Counts the entries of every column of a CSR matrix with atomics, each work-item one row.
__kernel void csrColumnCounts(__global const uint* rowOffsets, __global const uint* columns,
                              __global uint* columnCounts, uint numRows)
{
    uint row = get_global_id(0);
    if (row < numRows)
    {
        uint e = rowOffsets[row];
        const uint last = rowOffsets[row + 1];
        for (; e < last; e++)
            atomic_inc(columnCounts + columns[e]);
    }
}
