// Sums the columns of a byte matrix, four columns a work-item through uchar4.
kernel void column_sum_bytes(global const uchar4 *mat, global uint4 *sums, const uint quads, const uint rows)
{
  const uint q = get_global_id(0);
  if (q < quads) {
    uint4 s = (uint4)(0);
    global const uchar4 *p = mat + q;
    for (uint r = rows; r != 0; --r) {
      s += convert_uint4(*p);
      p += quads;
    }
    sums[q] = s;
  }
}
