// Carry pass of a chunked scan: adds the sums of all earlier chunks, found again by each group in strides.
kernel void decoupled_chunk_carry(global const int *chunkTotals, global int *scanned, local int *part)
{
    const int l = get_local_id(0), L = get_local_size(0), grp = get_group_id(0);
    int carry = 0;

    for (int c = l; c < grp; c += L)
        carry += chunkTotals[c];
    part[l] = carry;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (l < 32)
        for (int j = l + 32; j < L; j += 32)
            part[l] += part[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    carry = 0;
    for (int j = 0; j < 32; ++j)
        carry += part[j];
    scanned[get_global_id(0)] += carry;
}
