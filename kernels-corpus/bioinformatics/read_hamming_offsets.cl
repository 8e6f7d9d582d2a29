// Best ungapped placement of a 32-base packed read inside a packed reference neighbourhood.
kernel void read_hamming_offsets(global const ulong *reads, global const ulong *reference,
                                 global uchar2 *placement, const int refWords)
{
  const size_t r = get_global_id(0);
  const ulong read = reads[r];
  const ulong low = 0x5555555555555555UL;
  uchar2 best = (uchar2)(255, 0);

  for (int w = 0; w + 1 < refWords; ++w) {
    const ulong a = reference[w], b = reference[w + 1];
    for (uint s = 0; s < 32; ++s) {
      const ulong window = s == 0 ? a : (a << (2 * s)) | (b >> (64 - 2 * s));
      const ulong x = window ^ read;
      const uchar mism = (uchar)popcount((x | (x >> 1)) & low);
      if (mism < best.x)
        best = (uchar2)(mism, (uchar)(w * 32 + (int)s));
    }
  }
  placement[r] = best;
}
