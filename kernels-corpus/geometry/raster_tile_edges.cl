// Rasterise triangles into one pixel per work-item with integer edge functions and a z test.
#define EDGE(ax, ay, bx, by, px, py) (((bx) - (ax)) * ((py) - (ay)) - ((by) - (ay)) * ((px) - (ax)))

__kernel void raster_tile_edges(__global const short8 *tri, __global int *triId, __global ushort *zbuf, const int nTri, const int width)
{
    const int px = get_global_id(0) % width, py = get_global_id(0) / width;
    int winner = -1, zBest = 65535;
    for (int t = 0; t < nTri; t++) {
        const int8 v = convert_int8(tri[t]);
        const int w0 = EDGE(v.s2, v.s3, v.s4, v.s5, px, py);
        const int w1 = EDGE(v.s4, v.s5, v.s0, v.s1, px, py);
        const int w2 = EDGE(v.s0, v.s1, v.s2, v.s3, px, py);
        if ((w0 | w1 | w2) >= 0 && w0 + w1 + w2 > 0) {
            const int z = (v.s6 & 0x7fff) + (((v.s7 >> 8) * ((w0 >> 8) & 0xffff)) >> 8);
            if (z < zBest && z >= 0) {
                zBest = z;
                winner = t;
            }
        }
    }
    triId[get_global_id(0)] = winner;
    zbuf[get_global_id(0)] = (ushort)zBest;
}
