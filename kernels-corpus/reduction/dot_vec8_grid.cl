// Dot product with float8 loads in a grid-stride loop; halving tree for any group of a multiple of 32.
kernel void dotVec8Grid(global const float8 * restrict x, global const float8 * restrict y,
                        global float * restrict partial, local float * restrict scratch, const uint n8)
{
  float8 acc = 0.0f;
  for (uint i = get_global_id(0); i < n8; i += get_global_size(0))
    acc = fma(x[i], y[i], acc);

  const float4 q = acc.lo + acc.hi;
  const uint lid = get_local_id(0);
  scratch[lid] = (q.x + q.y) + (q.z + q.w);

  uint live = get_local_size(0);
  while (live > 1) {
    const uint half_up = (live + 1) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid + half_up < live)
      scratch[lid] += scratch[lid + half_up];
    live = half_up;
  }
  if (lid == 0)
    partial[get_group_id(0)] = scratch[0];
}
