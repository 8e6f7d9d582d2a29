// Run-length decoding: each output position finds its run by binary search in the end offsets.
__kernel void RunLengthExpand(__global const uint *runEnd, __global const ushort *runValue,
                              __global ushort *expanded, uint nRuns, uint nOut)
{
  const uint i = get_global_id(0);
  if (i >= nOut) return;

  uint lo = 0;
  for (uint step = 1u << 30; step != 0; step >>= 1)
  {
    const uint probe = lo + step;
    if (probe <= nRuns && runEnd[min(probe, nRuns) - 1] <= i)
      lo = probe;
  }
  expanded[i] = runValue[min(lo, nRuns - 1)];
}
