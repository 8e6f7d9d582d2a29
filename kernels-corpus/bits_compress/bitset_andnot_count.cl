// Bit-set algebra on rows: intersection, difference and symmetric difference cardinalities, reduced per group.
__kernel void bitset_andnot_count(__global const uint4 *a, __global const uint4 *b, __global uint *diffBits,
                                  __global int *totals, const uint vecs)
{
    __local int tot[3];
    if (get_local_id(0) < 3)
        tot[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    int inter = 0, only = 0, sym = 0;
    for (uint i = get_global_id(0); i < vecs; i += get_global_size(0)) {
        const uint4 x = a[i], y = b[i];
        const int4 p = as_int4(popcount(x & y)), q = as_int4(popcount(x & ~y)), r = as_int4(popcount(x ^ y));
        inter += p.x + p.y + p.z + p.w;
        only += q.x + q.y + q.z + q.w;
        sym += r.x + r.y + r.z + r.w;
        vstore4(x & ~y, i, diffBits);
    }
    atomic_add(&tot[0], inter);
    atomic_add(&tot[1], only);
    atomic_add(&tot[2], sym);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 3)
        totals[get_group_id(0) * 3 + get_local_id(0)] = tot[get_local_id(0)];
}
