// Ungapped X-drop extension of seed hits to the right, hits given as query and subject offsets.
__kernel void xdrop_extend_right(__global const uchar *query, __global const uchar *subject,
                                 __global const ushort *hitQ, __global const int *hitS,
                                 __constant char *sub, __global short2 *hsp,
                                 const int qLen, const int sLen, const int xdrop, const int nhits)
{
  int h = get_global_id(0);
  if (h >= nhits) return;
  int qi = hitQ[h] % qLen;
  int si = hitS[h];
  int run = 0, best = 0, bestLen = 0;

  for (int e = 0; qi + e < qLen && si + e < sLen; ++e) {
    run += sub[(query[qi + e] & 31) * 32 + (subject[si + e] & 31)];
    if (run > best) { best = run; bestLen = e + 1; }
    else if (best - run > xdrop) break;
  }
  hsp[h] = (short2)((short)best, (short)bestLen);
}
