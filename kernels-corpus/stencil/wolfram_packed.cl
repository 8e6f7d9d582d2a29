// One step of an elementary automaton with 32 cells a word; any of the 256 rules.
__kernel void wolfram_packed(__global const uint *restrict gen, __global uint *restrict succ,
                             const uint words, const uint rule)
{
  for (uint w = get_global_id(0); w < words; w += get_global_size(0)) {
    const uint me    = gen[w];
    const uint left  = (me << 1) | (gen[(w + words - 1) % words] >> 31);
    const uint right = (me >> 1) | (gen[(w + 1) % words] << 31);
    uint out = 0u;
    for (uint pat = 0; pat < 8u; ++pat) {
      if (!(rule >> pat & 1u)) continue;
      const uint l = pat & 4u ? left : ~left;
      const uint m = pat & 2u ? me : ~me;
      const uint r = pat & 1u ? right : ~right;
      out |= l & m & r;
    }
    succ[w] = out;
  }
}
