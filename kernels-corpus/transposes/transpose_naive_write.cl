// Plain transpose: coalesced reads, strided writes, grid-stride over all cells.
kernel void transpose_naive_write(global const int *src, global int *dst, const uint rows, const uint cols)
{
  for (uint i = get_global_id(0); i < rows * cols; i += get_global_size(0))
    dst[(i % cols) * rows + i / cols] = src[i];
}
