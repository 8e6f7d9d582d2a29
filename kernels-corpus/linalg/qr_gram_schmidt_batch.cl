// Modified Gram-Schmidt on the columns of small matrices: Q over A, R apart.
kernel void qrGramSchmidtBatch(global float *A, global float *R, const uint rows, const uint cols, const uint batch)
{
  const uint id = get_global_id(0);
  if (id >= batch) return;
  global float *q = A + id * rows * cols;
  global float *r = R + id * cols * cols;

  for (uint k = 0; k < cols; ++k) {
    float nn = 0.0f;
    for (uint i = 0; i < rows; ++i)
      nn = mad(q[i * cols + k], q[i * cols + k], nn);
    const float inv = rsqrt(nn + 1e-20f);
    r[k * cols + k] = nn * inv;
    for (uint i = 0; i < rows; ++i)
      q[i * cols + k] *= inv;
    for (uint j = k + 1; j < cols; ++j) {
      float p = 0.0f;
      for (uint i = 0; i < rows; ++i)
        p += q[i * cols + k] * q[i * cols + j];
      r[k * cols + j] = p;
      for (uint i = 0; i < rows; ++i)
        q[i * cols + j] -= p * q[i * cols + k];
    }
  }
}
