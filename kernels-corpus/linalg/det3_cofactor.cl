// Determinants and adjugates of 3x3 matrices given as three float3 columns.
kernel void det3Cofactor(global const float *m, global float *det, global float *adj, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float3 a = vload3(3 * i, m), b = vload3(3 * i + 1, m), c = vload3(3 * i + 2, m);
    const float3 bc = cross(b, c);
    det[i] = dot(a, bc);
    vstore3(bc, 3 * i, adj);
    vstore3(cross(c, a), 3 * i + 1, adj);
    vstore3(cross(a, b), 3 * i + 2, adj);
}
