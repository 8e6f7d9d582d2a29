// Content-defined chunking: cyclic-polynomial rolling hash marks cut points inside each segment.
__kernel void buzhash_chunk_marks(__global const uchar *data, __global const uint *table, __global uchar *cut,
                                  const uint segment, const uint window, const uint maskBits)
{
  const uint first = get_global_id(0) * segment;
  const uint mask = (1u << (maskBits & 15u)) - 1u;
  uint h = 0;

  for (uint i = 0; i < segment; ++i) {
    h = rotate(h, 1u) ^ table[data[first + i]];
    if (i >= window)
      h ^= rotate(table[data[first + i - window]], window & 31u);
    cut[first + i] = (h & mask) == mask ? 1 : 0;
  }
}
