// Partitions rows by hash bits for a join: local cursors hand out places inside reserved ranges.
#define P 64

__kernel void radix_partition_rows(__global const ulong *row, __global ulong *dst,
                                   __global uint *partFill, const uint n, const uint partCap)
{
    __local uint need[P], base[P];
    const uint lid = get_local_id(0), g = get_global_id(0);

    for (uint q = lid; q < P; q += get_local_size(0)) need[q] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const ulong r = row[min(g, n - 1)];
    const uint part = (uint)((r * 0x9E3779B97F4A7C15UL) >> 58) & (P - 1);
    uint my = 0;
    if (g < n) my = atomic_inc(&need[part]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint q = lid; q < P; q += get_local_size(0)) base[q] = atomic_add(&partFill[q], need[q]);
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint place = base[part] + my;
    if (g < n && place < partCap)
        dst[part * partCap + place] = r;
}
