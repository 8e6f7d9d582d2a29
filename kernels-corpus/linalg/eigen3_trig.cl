// Eigenvalues of symmetric 3x3 matrices by the trigonometric solution of the cubic.
struct SymMat { float m00, m01, m02, m11, m12, m22; };

kernel void eigen3Trig(global const struct SymMat *T, global float4 *ev, const uint total)
{
  for (uint i = get_global_id(0); i < total; i += get_global_size(0)) {
    const struct SymMat A = T[i];
    const float off = A.m01 * A.m01 + A.m02 * A.m02 + A.m12 * A.m12;
    const float q = (A.m00 + A.m11 + A.m22) * (1.0f / 3.0f);
    const float a = A.m00 - q, b = A.m11 - q, c = A.m22 - q;
    const float p = sqrt((a * a + b * b + c * c + 2.0f * off) * (1.0f / 6.0f)) + 1e-20f;
    const float det = a * (b * c - A.m12 * A.m12)
                    - A.m01 * (A.m01 * c - A.m12 * A.m02)
                    + A.m02 * (A.m01 * A.m12 - b * A.m02);
    const float r = clamp(0.5f * det / (p * p * p), -1.0f, 1.0f);
    const float phi = acos(r) * (1.0f / 3.0f);
    const float e0 = q + 2.0f * p * cos(phi);
    const float e2 = q + 2.0f * p * cos(phi + 2.0943951f);
    ev[i] = (float4)(e0, 3.0f * q - e0 - e2, e2, off);
  }
}
