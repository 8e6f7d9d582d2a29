// Integer square root and remainder of 64-bit words, one result bit per iteration.
kernel void fixedIsqrtBits(global const ulong *words, global uint *roots, global ulong *rests, const uint count)
{
  const uint id = get_global_id(0);
  if (id < count)
  {
    ulong rem = words[id];
    ulong root = 0UL;
    for (ulong bit = 1UL << 62; bit != 0UL; bit >>= 2)
    {
      const ulong trial = root + bit;
      root >>= 1;
      if (rem >= trial)
      {
        rem -= trial;
        root += bit;
      }
    }
    roots[id] = (uint)root;
    rests[id] = rem;
  }
}
