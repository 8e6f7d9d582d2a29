// Adds to every element the sum of all preceding block totals, computed once for each group.
kernel void add_block_prefix(global uint *elems, global const uint *blockTotals, uint perItem)
{
    local uint carry;
    const uint lid = get_local_id(0);
    const uint grp = get_group_id(0);
    const uint lsz = get_local_size(0);

    if (lid == 0)
        carry = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint part = 0;
    for (uint g = lid; g < grp; g += lsz)
        part += blockTotals[g];
    if (part != 0)
        atomic_add(&carry, part);
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint add = carry;
    global uint *mine = elems + grp * lsz * perItem + lid;
    for (uint k = 0; k < perItem; ++k, mine += lsz)
        *mine += add;
}
