// Generalised winding number of query points from triangle solid angles, triangles as nine floats.
__kernel void winding_solid_angle(__global const float3 *query, __global const float *soup, __global float *winding, const uint ntri)
{
    const uint i = get_global_id(0);
    const float3 q = query[i];
    __global const float *p = soup;
    float w = 0.0f;
    for (uint t = 0; t < ntri; t++, p += 9) {
        const float3 a = vload3(0, p) - q, b = vload3(1, p) - q, c = vload3(2, p) - q;
        const float la = length(a), lb = length(b), lc = length(c);
        const float num = dot(a, cross(b, c));
        const float den = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        w += atan2(num, den);
    }
    winding[i] = w / (2.0f * M_PI_F);
}
