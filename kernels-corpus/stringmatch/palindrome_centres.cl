// Longest palindrome around every centre (odd and even), expansion bounded by a maximum radius.
static int grow(__global const uchar *s, int lo, int hi, int n, int maxRadius)
{
  int r = 0;
  while (r < maxRadius && lo - r >= 0 && hi + r < n && s[lo - r] == s[hi + r])
    r++;
  return r;
}

__kernel void palindrome_centres(__global const uchar *s, __global ushort2 *span, int n, int maxRadius)
{
  int c = get_global_id(0);
  if (c >= n - 1) return;
  int odd = grow(s, c, c, n, maxRadius);
  int even = grow(s, c, c + 1, n, maxRadius);
  span[c] = (ushort2)((ushort)(2 * odd - 1), (ushort)(2 * even));
}
