// Even-odd test of many points against one polygon.
__kernel void point_in_polygon(__global const float2 *pt, __global const float2 *poly,
                               __global uchar *inside, int nVerts, int nPts)
{
    int i = get_global_id(0);
    if (i >= nPts) return;

    float px = pt[i].x, py = pt[i].y;
    int odd = 0;
    for (int a = 0, b = nVerts - 1; a < nVerts; b = a++) {
        float2 A = poly[a], B = poly[b];
        if ((A.y > py) != (B.y > py) && px < (B.x - A.x) * (py - A.y) / (B.y - A.y) + A.x)
            odd ^= 1;
    }
    inside[i] = (uchar)odd;
}
