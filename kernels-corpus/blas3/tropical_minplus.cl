// Matrix product over the (min, +) semiring with saturation, one step of all-pairs paths.
#define INF 0x3fffffffu

kernel void tropical_minplus(global const uint *A, global const uint *B, global uint *D, const uint n)
{
  const uint total = n * n;
  for (uint cell = get_global_id(0); cell < total; cell += get_global_size(0)) {
    const uint i = cell / n, j = cell % n;
    uint best = INF;
    for (uint k = 0; k < n; ++k)
      best = min(best, add_sat(A[i * n + k], B[k * n + j]));
    D[cell] = best;
  }
}
