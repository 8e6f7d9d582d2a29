// Lock-free union of bonded sites: follow parents with a hop limit and hook the larger root by atomic_min.
#define HOPS 64
uint root(volatile __global uint *parent, uint v, uint n)
{
    for (int h = 0; h < HOPS; h++) {
        uint p = parent[v] % n;
        if (p == v)
            break;
        v = p;
    }
    return v;
}

__kernel void bond_percolation_union(volatile __global uint *parent, __global const uint2 *bond, __global const uchar *keep,
                                     const uint bonds, const uint n)
{
    uint b = get_global_id(0);
    if (b < bonds && keep[b]) {
        uint r = root(parent, bond[b].x % n, n);
        uint s = root(parent, bond[b].y % n, n);
        if (r != s)
            atomic_min(&parent[max(r, s)], min(r, s));
    }
}
