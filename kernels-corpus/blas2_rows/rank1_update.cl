// Rank-one update A += alpha * u * v^T on a flattened matrix.
kernel void rank1_update(global float *A, global const float *u, global const float *v,
                         float alpha, uint m, uint n)
{
  const uint total = m * n;
  const uint stride = get_global_size(0);
  for (uint e = get_global_id(0); e < total; e += stride) {
    const uint i = e / n;
    const uint j = e % n;
    A[e] += alpha * u[i] * v[j];
  }
}
