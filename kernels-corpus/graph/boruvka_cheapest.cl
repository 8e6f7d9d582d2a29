// Boruvka: records the cheapest edge that leaves each component, weight and edge packed in one word.
#define PACK(w, e)  (((uint)(w) << 20) | ((e) & 0xfffffu))

__kernel void boruvkaCheapest(__global const uint *eu, __global const uint *ev,
                              __global const ushort *ew, __global const uint *comp,
                              __global uint *cheapest, uint nEdges)
{
  uint e = get_global_id(0);
  if (e < nEdges)
  {
    uint cu = comp[eu[e]];
    uint cv = comp[ev[e]];
    if (cu != cv)
    {
      uint key = PACK(ew[e] >> 4, e);
      if (key < cheapest[cu]) atomic_min(&cheapest[cu], key);
      if (key < cheapest[cv]) atomic_min(&cheapest[cv], key);
    }
  }
}
