// Two interleaved pointer chases in one work-item, shows how far independent misses overlap.
#define HOP(p) p = ring[(p) % size]

__kernel void chase_two_chains(__global const uint* restrict ring, __global uint2* restrict out,
                               const uint size, const uint hops)
{
  uint a = get_global_id(0) % size;
  uint b = (a * 31 + 17) % size;
  uint crossed = 0;
  for (uint h = 0; h < hops; h += 2)
  {
    HOP(a); HOP(b);
    crossed += a == b;
    HOP(a); HOP(b);
  }
  out[get_global_id(0)] = (uint2)(a + crossed, b);
}
