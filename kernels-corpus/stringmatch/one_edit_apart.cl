// Are two equal-length slots at most one edit apart? Common prefix and suffix are measured and compared.
__kernel void one_edit_apart(__global const uchar *a, __global const uchar *b,
                             __global const uchar *lenA, __global const uchar *lenB,
                             __global uchar *verdict, const uint slot)
{
  const uint g = get_global_id(0);
  const uint la = min((uint)lenA[g], slot), lb = min((uint)lenB[g], slot);
  const uint shorter = min(la, lb);
  __global const uchar *p = a + g * slot, *q = b + g * slot;

  if (max(la, lb) - shorter > 1) {
    verdict[g] = 0;
    return;
  }
  uint head = 0;
  for (; head < shorter; ++head)
    if (p[head] != q[head])
      break;
  uint tail = 0;
  for (uint i = 0; i < shorter; ++i) {
    if (p[max((int)(la - i) - 1, 0)] != q[max((int)(lb - i) - 1, 0)])
      break;
    ++tail;
  }
  verdict[g] = head + tail + 1 >= max(la, lb) ? 1 : 0;
}
