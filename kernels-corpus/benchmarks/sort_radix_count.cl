// First pass of a radix sort by four bits: how often each digit occurs among the keys of a work-group.
#define DIGITS 16

__kernel void sort_radix_count(__global const uint *restrict keys, __global uint *restrict counts,
                               const uint n, const uint shift)
{
    __local uint bins[DIGITS];
    const uint lid = get_local_id(0);

    if (lid < DIGITS) bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[(keys[i] >> (shift & 28)) & (DIGITS - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    /* digit-major, as the scan between the passes wants it */
    if (lid < DIGITS) counts[lid * get_num_groups(0) + get_group_id(0)] = bins[lid];
}
