// Horspool search in fixed-length lines with a shared skip table in local memory.
__kernel void horspool_lines(__global const uchar *lines, __constant uchar *needle, __global int *firstAt,
                             const int lineLen, const int needleLen)
{
  __local uchar skip[256];
  const int lid = get_local_id(0), L = get_local_size(0);

  for (int c = lid; c < 256; c += L) {
    int s = needleLen;
    for (int i = 0; i < needleLen - 1; i++)
      if (needle[i] == c)
        s = needleLen - 1 - i;
    skip[c] = (uchar)clamp(s, 1, 255);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  __global const uchar *line = lines + get_global_id(0) * lineLen;
  int at = -1;
  int pos = 0;
  for (int guard = 0; guard < lineLen; guard++) {
    if (pos < 0 || pos > lineLen - needleLen)
      break;
    int j = needleLen - 1;
    while (j >= 0 && line[pos + j] == needle[j])
      j--;
    if (j < 0) {
      at = pos;
      break;
    }
    pos += skip[line[pos + needleLen - 1]];
  }
  firstAt[get_global_id(0)] = at;
}
