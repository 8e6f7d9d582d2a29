// Expands coordinate triplets into a dense matrix; later duplicates win by an atomic exchange.
kernel void cooToDense(global const ushort *r, global const ushort *c, global const float *v,
                       volatile global float *dense, const int nnz, const int rows, const int cols)
{
  int e = get_global_id(0);
  if (e >= nnz) return;
  int i = r[e], j = c[e];
  if (i < rows && j < cols)
    (void)atomic_xchg(dense + i * cols + j, v[e]);
}
