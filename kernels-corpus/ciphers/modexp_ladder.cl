// Modular exponentiation by a Montgomery ladder on 32-bit residues with 64-bit products.
__kernel void modexp_ladder(__global const uint *base, __global const uint *exponent, __global const uint *modulus, __global uint *result)
{
  const size_t i = get_global_id(0);
  const ulong m = max(modulus[i], 2u);
  const uint e = exponent[i];
  ulong lo = 1 % m, hi = base[i] % m;

  for (int bit = 31; bit >= 0; --bit) {
    if ((e >> bit) & 1u) {
      lo = lo * hi % m;
      hi = hi * hi % m;
    } else {
      hi = lo * hi % m;
      lo = lo * lo % m;
    }
  }
  result[i] = (uint)lo;
}
