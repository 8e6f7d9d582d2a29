// Argmax of each row of class scores, one row a work-item, four candidates at a time.
__kernel void ArgmaxRowsUshort(__global const ushort4 *scores, __global int *label, int quads)
{
    int row = get_global_id(0);
    __global const ushort4 *p = scores + row * quads;
    ushort4 best = p[0];
    int4 at = (int4)(0, 1, 2, 3);

    for (int q = 1; q < quads; ++q) {
        ushort4 s = p[q];
        short4 gt = s > best;
        best = select(best, s, as_ushort4(gt));
        at = select(at, (int4)(4 * q) + (int4)(0, 1, 2, 3), convert_int4(gt));
    }
    ushort m = best.x; int k = at.x;
    if (best.y > m) { m = best.y; k = at.y; }
    if (best.z > m) { m = best.z; k = at.z; }
    if (best.w > m) { m = best.w; k = at.w; }
    label[row] = k;
}
