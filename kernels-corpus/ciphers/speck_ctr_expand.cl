// Speck 64/128 in counter mode, round keys expanded in registers beside the rounds.
#define R(x, y, k) (x = (rotate(x, 24u) + y) ^ (k), y = rotate(y, 3u) ^ x)

__kernel void speck_ctr_expand(__global const uint2 *src, __global uint2 *dst, uint k0, uint k1, uint k2, uint k3, uint n)
{
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint x = i, y = ~i;
    uint key = k0, l0 = k1, l1 = k2, l2 = k3;
    for (uint r = 0; r < 27; ++r) {
      R(x, y, key);
      uint l = l0;
      R(l, key, r);
      l0 = l1; l1 = l2; l2 = l;
    }
    dst[i] = src[i] ^ (uint2)(x, y);
  }
}
