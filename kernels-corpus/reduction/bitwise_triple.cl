// Bitwise and, or and exclusive or of 64-bit words, reduced in one local pass of triples.
__kernel void bitwiseTriple(__global const ulong *words, __global ulong *res,
                            __local ulong *la, __local ulong *lo, __local ulong *lx, const uint perThread)
{
    const uint lid = get_local_id(0);
    const uint lsz = get_local_size(0);
    __global const ulong *p = words + get_group_id(0) * lsz * perThread + lid;
    ulong a = ~0UL, o = 0UL, x = 0UL;

    for (uint k = perThread; k > 0; --k, p += lsz) {
        const ulong w = *p;
        a &= w; o |= w; x ^= w;
    }
    la[lid] = a; lo[lid] = o; lx[lid] = x;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        for (uint j = 1; j < lsz; ++j) {
            a &= la[j]; o |= lo[j]; x ^= lx[j];
        }
        __global ulong *r = res + 3 * get_group_id(0);
        r[0] = a; r[1] = o; r[2] = x;
    }
}
