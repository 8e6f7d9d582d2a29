// Deinterleaves stereo frames into mid and side channels, eight frames per work-item.
__kernel void deinterleave_stereo_q15(__global const short16* frames, __global short8* mid, __global short8* side,
                                      const uint blocks)
{
  const uint b = get_global_id(0);
  if (b < blocks)
  {
    const short16 f = frames[b];
    const short8 left = f.even;
    const short8 right = f.odd;
    mid[b] = hadd(left, right);
    side[b] = sub_sat(left, right) >> (short8)(1);
  }
}
