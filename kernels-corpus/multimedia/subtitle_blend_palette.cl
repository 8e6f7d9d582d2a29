// Blends run of palettised subtitle pixels over video lines, skipping transparent entries.
kernel void subtitle_blend_palette(global uchar4 *video, global const uchar *overlay, constant uchar4 *palette,
                                   uint w, uint h, uint ow, uint oh, uint ox, uint oy)
{
  const uint i = get_global_id(0);
  if (i >= ow * oh) return;
  const uint x = ox + i % ow, y = oy + i / ow;
  if (x < w && y < h) {
    const uchar4 ink = palette[overlay[i] & 15];
    if (ink.w) {
      const ushort a = ink.w + (ink.w >> 7);
      const ushort4 mixed = convert_ushort4(ink) * a + convert_ushort4(video[y * w + x]) * (ushort)(256 - a);
      video[y * w + x] = convert_uchar4(mixed >> (ushort4)(8));
    }
  }
}
