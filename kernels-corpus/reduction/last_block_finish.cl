// Sum whose last arriving group adds up the partial sums of all groups itself.
__kernel void last_block_finish(__global const uint *in, volatile __global uint *partial,
                                volatile __global uint *ticket, __global ulong *result, uint n)
{
    __local uint sum;
    __local uint isLast;
    const uint lid = get_local_id(0);

    if (lid == 0) { sum = 0; isLast = 0; }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint part = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        part += in[i] & 0xffffu;
    atomic_add(&sum, part);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        partial[get_group_id(0)] = sum;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        isLast = atomic_inc(ticket) % get_num_groups(0) == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (isLast != 0 && lid == 0) {
        ulong total = 0;
        for (uint g = 0; g < get_num_groups(0); ++g)
            total += partial[g];
        result[0] = total;
    }
}
