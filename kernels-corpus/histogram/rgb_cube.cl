// Colour histogram over a quantised RGB cube, four pixels a work-item, runs of equal colours merged.
#define CELL(c) ((((uint)(c).x >> 5) << 6) | (((uint)(c).y >> 5) << 3) | ((uint)(c).z >> 5))

__kernel void RgbCube(__global const uchar4* pixels, __global uint* cube, uint quads)
{
  uint g = get_global_id(0);
  if (g >= quads) return;

  uint last = CELL(pixels[4 * g]);
  uint run = 1;
  for (uint k = 1; k < 4; k++)
  {
    uint cell = CELL(pixels[4 * g + k]);
    if (cell == last) { run++; continue; }
    atomic_add(&cube[last & 511u], run);
    last = cell;
    run = 1;
  }
  atomic_add(&cube[last & 511u], run);
}
