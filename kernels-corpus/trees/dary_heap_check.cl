// Verifies the order of a d-ary heap: each inner node compares itself with its children.
kernel void dary_heap_check(global const short *heap, global uint *violations, const uint n, const uint arity)
{
    local uint bad;
    if (get_local_id(0) == 0)
        bad = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint i = get_global_id(0);
    if (i < n) {
        const short mine = heap[i];
        for (uint c = 1; c <= arity; ++c) {
            const uint child = i * arity + c;
            if (child < n && heap[child] > mine)
                atomic_inc(&bad);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        violations[get_group_id(0)] = bad;
}
