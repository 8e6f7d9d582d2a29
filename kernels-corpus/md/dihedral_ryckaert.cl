// Ryckaert-Bellemans torsion energy and derivative from four gathered atoms.
kernel void dihedral_ryckaert(global const float4 *restrict at, global const int4 *restrict quad,
                              constant float *coef, global float2 *restrict result, int nTorsions)
{
  int t = get_global_id(0);
  if (t < nTorsions) {
    int4 q = quad[t];
    float4 b1 = at[q.y] - at[q.x];
    float4 b2 = at[q.z] - at[q.y];
    float4 b3 = at[q.w] - at[q.z];
    b1.w = b2.w = b3.w = 0.0f;
    float4 n1 = cross(b1, b2);
    float4 n2 = cross(b2, b3);
    float c = dot(n1, n2) * rsqrt(dot(n1, n1) * dot(n2, n2) + 1e-12f);
    float psi = -clamp(c, -1.0f, 1.0f);
    float e = coef[5], de = 0.0f;
    for (int k = 4; k >= 0; k--) {
      de = de * psi + e;
      e = e * psi + coef[k];
    }
    result[t] = (float2)(e, de);
  }
}
