// Stream compaction: keeps values above a threshold, group-local ranks and one global reservation a group.
kernel void compact_group_atomic(global const float *in, global float *kept, global uint *cursor,
                                 const float limit, const uint n, const uint room)
{
    local uint count, start;
    const uint g = get_global_id(0);
    uint rank = 0;

    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const float x = in[min(g, n - 1)];
    const bool keep = g < n && x > limit;
    if (keep) rank = atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (get_local_id(0) == 0) start = atomic_add(cursor, count);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (keep) {
        const uint slot = start + rank;
        if (slot < room) kept[slot] = x;
    }
}
