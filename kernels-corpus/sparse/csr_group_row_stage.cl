// CSR product with one long row a work-group; products are staged and summed pairwise.
kernel void csrGroupRowStage(global const uint *restrict ptr, global const uint *restrict idx,
                             global const float *restrict a, global const float *restrict x,
                             global float *restrict y, local float *buf, uint nrows)
{
  const uint lid = get_local_id(0), lsz = get_local_size(0);

  for (uint r = get_group_id(0); r < nrows; r += get_num_groups(0)) {
    float acc = 0.f;
    for (uint e = ptr[r] + lid; e < ptr[r + 1]; e += lsz)
      acc = fma(a[e], x[idx[e]], acc);
    buf[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint live = lsz; live > 1;) {
      const uint keep = (live + 1) >> 1;
      if (lid + keep < live)
        buf[lid] += buf[lid + keep];
      live = keep;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
      y[r] = buf[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
