// Banded matrix-vector product, band storage with kl sub- and ku super-diagonals.
kernel void gbmv_band(const int m, const int n, const int kl, const int ku, const float alpha,
                      global const float *AB, global const float *x, const float beta, global float *y)
{
   const int i = get_global_id(0);
   if (i < m) {
      const int ld = kl + ku + 1;
      const int jlo = max(i - kl, 0);
      const int jhi = min(i + ku, n - 1);
      float s = 0.0f;

      for (int j = jlo; j <= jhi; ++j) {
         const int slot = clamp(j - i + kl, 0, ld - 1);
         s = mad(AB[i * ld + slot], x[j], s);
      }
      y[i] = beta * y[i] + alpha * s;
   }
}
