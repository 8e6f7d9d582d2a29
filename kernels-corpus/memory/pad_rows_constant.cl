// Copies a tightly packed matrix into one with a padded pitch and fills the margin with a constant.
typedef uchar byte;

kernel void pad_rows_constant(global const byte *tight, global byte *padded, const uint width, const uint height,
                              const uint margin, const byte fill)
{
  const uint pitch = width + 2u * margin;
  const uint y = get_global_id(0);
  if (y < height)
  {
    global byte *row = padded + y * pitch;
    for (uint x = 0; x < margin; ++x)
    {
      row[x] = fill;
      row[margin + width + x] = fill;
    }
    for (uint x = 0; x < width; ++x)
      row[margin + x] = tight[y * width + x];
  }
}
