// Merges pairs of neighbouring sorted runs, each pair by one work-item with two moving cursors.
kernel void mergeRunsSerial(global const long *src, global long *dst, const uint runLen)
{
  const global long *left = src + (size_t)get_global_id(0) * 2 * runLen;
  const global long *right = left + runLen;
  global long *out = dst + (size_t)get_global_id(0) * 2 * runLen;
  uint i = 0, j = 0;

  for (uint k = 0; k < 2 * runLen; k++) {
    const bool takeLeft = j >= runLen || (i < runLen && left[i] <= right[j]);
    if (takeLeft && i < runLen)
      out[k] = left[i++];
    else if (j < runLen)
      out[k] = right[j++];
  }
}
