// Sparse matrix-vector product for a matrix stored by diagonals.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void spmvDia(global const double *restrict diags,
                    constant int *offsets,
                    global const double *restrict x,
                    global double *restrict y,
                    const int n,
                    const int numDiags)
{
  const int row = get_global_id(0);
  if (row >= n)
    return;

  double s = 0.0;
  for (int d = 0; d < numDiags; ++d) {
    const int col = row + offsets[d];
    if (col < 0 || col >= n)
      continue;
    s += diags[d * n + row] * x[col];
  }
  y[row] = s;
}
