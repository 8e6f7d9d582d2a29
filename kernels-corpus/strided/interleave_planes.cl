// Interleaves three colour planes into packed triples, four pixels a work-item.
__kernel void interleave_planes(__global const uchar4 *R, __global const uchar4 *G, __global const uchar4 *B,
                                __global uchar *packed, int quads)
{
    int q = get_global_id(0);
    if (q < quads) {
        uchar4 r = R[q], g = G[q], b = B[q];
        __global uchar *out = packed + 12 * q;

        vstore3((uchar3)(r.s0, g.s0, b.s0), 0, out);
        vstore3((uchar3)(r.s1, g.s1, b.s1), 1, out);
        vstore3((uchar3)(r.s2, g.s2, b.s2), 2, out);
        vstore3((uchar3)(r.s3, g.s3, b.s3), 3, out);
    }
}
