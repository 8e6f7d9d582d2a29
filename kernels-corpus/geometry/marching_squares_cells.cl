// Marching-squares case and up to one segment per cell, edge crossings interpolated.
float2 crossing(float2 a, float2 b, float va, float vb, float iso)
{
    float den = vb - va;
    return mix(a, b, fabs(den) < 1e-9f ? 0.5f : (iso - va) / den);
}

__kernel void marching_squares_cells(__global const float *field, __global float4 *segment, __global uchar *caseOf,
                                     const int w, const int h, const float iso)
{
    const int id = get_global_id(0);
    const int x = id % w, y = id / w;
    if (x >= w - 1 || y >= h - 1)
        return;
    const float v0 = field[id], v1 = field[id + 1], v2 = field[id + w + 1], v3 = field[id + w];
    const int c = (v0 > iso) | (v1 > iso) << 1 | (v2 > iso) << 2 | (v3 > iso) << 3;
    const float2 p = (float2)((float)x, (float)y);
    const float2 s = crossing(p, p + (float2)(1, 0), v0, v1, iso);
    const float2 e = crossing(p + (float2)(1, 0), p + (float2)(1, 1), v1, v2, iso);
    const float2 n = crossing(p + (float2)(0, 1), p + (float2)(1, 1), v3, v2, iso);
    const float2 o = crossing(p, p + (float2)(0, 1), v0, v3, iso);
    float4 seg = (float4)(-1.0f);
    switch (c) {
    case 1: case 14: seg = (float4)(o, s); break;
    case 2: case 13: seg = (float4)(s, e); break;
    case 3: case 12: seg = (float4)(o, e); break;
    case 4: case 11: seg = (float4)(e, n); break;
    case 5: case 10: seg = (float4)(o, n); break;
    case 6: case 9:  seg = (float4)(s, n); break;
    case 7: case 8:  seg = (float4)(o, n).zwxy; break;
    }
    segment[id] = seg;
    caseOf[id] = (uchar)c;
}
