// Cosine-harmonic angle bending; forces scattered to three atoms in 24.8 fixed point with atomics.
#define FIX 256.0f

static void put(volatile __global int *dst, uint atom, float3 v)
{
  atomic_add(dst + 3 * atom, convert_int_rte(v.x * FIX));
  atomic_add(dst + 3 * atom + 1, convert_int_rte(v.y * FIX));
  atomic_add(dst + 3 * atom + 2, convert_int_rte(v.z * FIX));
}

__kernel void angle_bend_atomic(__global const float *coord, __global const uint *triplet, volatile __global int *forceFix,
                                __global float *energy, const float kTheta, const float cos0,
                                const uint nAngles, const uint nAtoms)
{
  uint a = get_global_id(0);
  if (a >= nAngles)
    return;
  uint i = min(triplet[3 * a], nAtoms - 1);
  uint j = min(triplet[3 * a + 1], nAtoms - 1);
  uint k = min(triplet[3 * a + 2], nAtoms - 1);
  float3 u = vload3(i, coord) - vload3(j, coord);
  float3 w = vload3(k, coord) - vload3(j, coord);
  float lu = length(u) + 1e-6f, lw = length(w) + 1e-6f;
  u /= lu;
  w /= lw;
  float c = clamp(dot(u, w), -1.0f, 1.0f);
  float g = -2.0f * kTheta * (c - cos0);
  float3 fi = g * (w - c * u) / lu;
  float3 fk = g * (u - c * w) / lw;
  put(forceFix, i, fi);
  put(forceFix, k, fk);
  put(forceFix, j, -(fi + fk));
  energy[a] = kTheta * (c - cos0) * (c - cos0);
}
