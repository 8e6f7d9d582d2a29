// Advance persistent xorshift128 states by a number of rounds and emit the last word.
__kernel void xorshift128_states(__global uint4 *states, __global uint *lastWord, const int rounds)
{
   const int gid = get_global_id(0);
   uint4 s = states[gid];

   // an all-zero state never leaves zero
   if (!any(s != (uint4)(0)))
      s.x = 0x1234567u + gid;

   for (int i = 0; i < rounds; ++i)
   {
      uint t = s.x ^ (s.x << 11);
      s.xyz = s.yzw;
      s.w = s.w ^ (s.w >> 19) ^ t ^ (t >> 8);
   }
   states[gid] = s;
   lastWord[gid] = s.w;
}
