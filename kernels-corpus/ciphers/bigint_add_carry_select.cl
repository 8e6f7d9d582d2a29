// Addition of long integers, one limb per work-item: carry look-ahead with generate and propagate bits scanned in local memory.
__kernel void bigint_add_carry_select(__global const ulong *x, __global const ulong *y, __global ulong *sum,
                                      __global uchar *carryOut, __local uchar *gp)
{
    const uint lid = get_local_id(0), L = get_local_size(0);
    const size_t i = get_global_id(0);
    const ulong s = x[i] + y[i];
    uchar gen = s < x[i], prop = s == ~0UL;

    gp[lid] = gen | (prop << 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < L; d *= 2) {
        uchar left = 0;
        if (lid >= d) left = gp[lid - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid >= d) {
            gen |= prop & left & 1;
            prop &= left >> 1;
            gp[lid] = gen | (prop << 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uchar cin = lid > 0 ? gp[lid - 1] & 1 : 0;
    sum[i] = s + cin;
    if (lid + 1 == L)
        carryOut[get_group_id(0)] = gp[lid] & 1;
}
