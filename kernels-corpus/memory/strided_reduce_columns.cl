// Column sums of a row-major matrix, a work-item per column, rows unrolled by four with a tail loop.
kernel void colSums4(global const float *m, global float *sums, const int rows, const int cols)
{
  const int c = get_global_id(0);
  if (c < cols) {
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int r = 0;
    for (; r < rows - 3; r += 4) {
      s0 += m[r * cols + c];
      s1 += m[(r + 1) * cols + c];
      s2 += m[(r + 2) * cols + c];
      s3 += m[(r + 3) * cols + c];
    }
    for (; r < rows; ++r)
      s0 += m[r * cols + c];
    sums[c] = (s0 + s1) + (s2 + s3);
  }
}
