// One butterfly level of the Walsh-Hadamard transform on integers, in place.
__kernel void walsh_pass_int(__global int *v, const uint half_len, const uint pairs)
{
  for (uint p = get_global_id(0); p < pairs; p += get_global_size(0)) {
    const uint lo = 2 * p - p % half_len;
    const int a = v[lo];
    const int b = v[lo + half_len];
    v[lo] = a + b;
    v[lo + half_len] = a - b;
  }
}
