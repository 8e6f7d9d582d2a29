// Sum of absolute differences of an 8-bit template against every placement, sixteen columns at a time.
__kernel void template_sad16(__global const uchar *frame, __global const uchar *templ, __global uint *sad,
                             int outW, int outH, int strips, int templH)
{
  int id = get_global_id(0);
  int pitch = outW + 16 * strips;
  int ox = id % outW, oy = id / outW;
  if (oy >= outH) return;
  uint total = 0;
  for (int ty = 0; ty < templH; ++ty) {
    __global const uchar *f = frame + (oy + ty) * pitch + ox;
    for (int s = 0; s < strips; ++s) {
      ushort16 d = convert_ushort16(abs_diff(vload16(s, f), vload16(ty * strips + s, templ)));
      ushort8 e = d.lo + d.hi;
      ushort4 q = e.lo + e.hi;
      total += q.x + q.y + q.z + q.w;
    }
  }
  sad[id] = total;
}
