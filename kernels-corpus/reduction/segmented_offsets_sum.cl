// Sums variable-length segments given by an offsets array, one segment a group, lanes striding.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void segmented_offsets_sum(__global const int *offsets, __global const long *items,
                           __global long *total, const int segments)
{
    __local long acc[64];
    const int lid = get_local_id(0);
    const int seg = get_group_id(0);
    long mine = 0;

    if (seg < segments) {
        const int end = offsets[seg + 1];
        for (int i = offsets[seg] + lid; i < end; i += 64)
            mine += items[i];
    }
    acc[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < 8) {
        for (int k = 1; k < 8; ++k)
            mine += acc[lid + 8 * k];
        acc[lid] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0 && seg < segments) {
        for (int k = 1; k < 8; ++k)
            mine += acc[k];
        total[seg] = mine;
    }
}
