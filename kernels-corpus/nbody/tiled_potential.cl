// Gravitational potential of every particle, sources staged through a local tile.
kernel void tiled_potential(global const float *restrict x,
                            global const float *restrict y,
                            global const float *restrict m,
                            global float *restrict phi,
                            local float4 *tile,
                            const float eps2)
{
  const uint g = get_global_id(0);
  const uint l = get_local_id(0);
  const uint L = get_local_size(0);
  const float xi = x[g], yi = y[g];
  float sum = 0.0f;

  for (uint t = 0; t < get_num_groups(0); ++t) {
    const uint src = t * L + l;
    tile[l] = (float4)(x[src], y[src], m[src], 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
    for (uint k = 0; k < L; ++k) {
      const float4 p = tile[k];
      const float rx = p.x - xi;
      const float ry = p.y - yi;
      sum -= p.z * native_rsqrt(mad(rx, rx, mad(ry, ry, eps2)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  phi[g] = sum;
}
