// Reads at distances 1, 2, 4, 8 ... from each element (wrapped) and sums them.
#ifndef HOPS
#define HOPS 12
#endif

__kernel void powerStrideSum(__global const uint *in, __global uint *out, uint n)
{
  uint g = get_global_id(0);
  uint s = 0;
  #pragma unroll
  for (int h = 0; h < HOPS; h++)
    s += in[(g + (1u << h)) % n];
  out[g] = s;
}
