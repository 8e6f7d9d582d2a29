// Gather through two levels of indices, then a weighted difference written back in order.
__kernel void gather_indirect_twice(__global const ushort *outer, __global const ushort *inner,
                                    __global const float *values, __global float *result,
                                    const uint n, const uint nInner, const uint nValues)
{
  const uint i = get_global_id(0);
  if (i < n)
  {
    const uint o = outer[i] % nInner;
    const uint v = inner[o] % nValues;
    result[i] = values[v] - 0.5f * values[(v + 1) % nValues];
  }
}
