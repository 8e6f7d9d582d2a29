// Logic over packed bit planes: majority, parity and Gray decode of four ulong planes.
__kernel void bool_bitplane_ops(__global const ulong4 *planes, __global ulong *majority, __global ulong *parity,
                                __global uint *weight, uint n)
{
  uint i = get_global_id(0);
  if (i < n)
  {
    const ulong4 p = planes[i];
    majority[i] = (p.x & p.y) | (p.z & (p.x | p.y)) | (p.w & p.x & p.z);
    ulong g = p.x ^ p.y ^ p.z ^ p.w;
    for (uint s = 32; s; s >>= 1)
      g ^= g >> s;
    parity[i] = g;
    weight[i] = (uint)(popcount(p.x) + popcount(p.y) + popcount(p.z) + popcount(p.w));
  }
}
