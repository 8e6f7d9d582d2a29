// Elementary cellular automaton on rings of 32 cells x group size, many generations in local memory.
__kernel void wolfram_rule_ring(__global uint *cells, __local uint *a, __local uint *b,
                                const uint rule, const int generations)
{
   const int l = get_local_id(0);
   const int n = get_local_size(0);
   const int prev = l == 0 ? n - 1 : l - 1;
   const int next = l == n - 1 ? 0 : l + 1;

   a[l] = cells[get_global_id(0)];
   barrier(CLK_LOCAL_MEM_FENCE);

   for (int g = 0; g < generations; g++) {
      const uint mid = a[l];
      const uint lft = (mid << 1) | (a[prev] >> 31);
      const uint rgt = (mid >> 1) | (a[next] << 31);
      uint fresh = 0;
      for (int pat = 0; pat < 8; pat++) {
         if ((rule >> pat) & 1u) {
            const uint m = ((pat & 4) ? lft : ~lft) & ((pat & 2) ? mid : ~mid) & ((pat & 1) ? rgt : ~rgt);
            fresh |= m;
         }
      }
      b[l] = fresh;
      barrier(CLK_LOCAL_MEM_FENCE);
      a[l] = b[l];
      barrier(CLK_LOCAL_MEM_FENCE);
   }
   cells[get_global_id(0)] = a[l];
}
