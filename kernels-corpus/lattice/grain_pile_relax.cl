// Abelian sandpile on padded rows: each site topples while collecting grains from its neighbours.
#define CRIT 4
#define GRAINS(p) ((p) >> 2)

__kernel void grain_pile_relax(__global const int *in, __global int *out, __global uint *avalanche,
                               const int stride, const int sites)
{
    const int gid = get_global_id(0);
    if (gid >= sites)
        return;

    /* rows have one spare row above and below */
    __global const int *p = in + gid + stride;
    const int own = p[0] & 0xffff;
    int next = own % CRIT;

    next += GRAINS(p[-stride] & 0xffff);
    next += GRAINS(p[stride] & 0xffff);
    if (gid % stride != 0)
        next += GRAINS(p[-1] & 0xffff);
    if (gid % stride != stride - 1)
        next += GRAINS(p[1] & 0xffff);

    out[gid + stride] = next;
    if (own >= CRIT)
        atomic_add(&avalanche[0], (uint)GRAINS(own));
}
