// Triangles through each edge: intersects two sorted neighbour lists of constant degree by merging.
static uint merge_common(__global const uint *a, __global const uint *b, uint deg)
{
    uint i = 0, j = 0, common = 0;

    for (uint step = 0; step < 2 * deg; ++step) {
        if (i >= deg || j >= deg)
            break;
        uint x = a[i], y = b[j];
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return common;
}

__kernel void triangle_merge_lists(__global const uint *adj, __global const uint *src,
                                   __global const uint *dst, __global uint *tri,
                                   uint nverts, uint nedges, uint deg)
{
    uint e = get_global_id(0);
    if (e >= nedges)
        return;
    uint u = src[e] % nverts;
    uint v = dst[e] % nverts;
    tri[e] = merge_common(adj + u * deg, adj + v * deg, deg);
}
