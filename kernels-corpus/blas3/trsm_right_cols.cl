// Solves X * L^T = B row by row: each work-item eliminates along its own row of B.
#define SAFE_DIV(a, b) ((b) != 0.0f ? (a) / (b) : (a))

kernel void trsmRightCols(global const float *restrict L, global float *restrict B,
                          const uint rows, const uint n)
{
  const uint r = get_global_id(0);
  if (r < rows) {
    global float *b = B + r * n;
    for (uint j = 0; j < n; ++j) {
      const float xj = SAFE_DIV(b[j], L[j * n + j]);
      b[j] = xj;
      for (uint q = j + 1; q < n; ++q)
        b[q] -= xj * L[q * n + j];
    }
  }
}
