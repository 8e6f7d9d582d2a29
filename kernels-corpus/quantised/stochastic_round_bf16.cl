// Float to bfloat16 with stochastic rounding from a per-element hash.
#define HASH(v) ((((v) ^ ((v) >> 15)) * 0x2c1b3c6du) ^ ((v) >> 7))

__kernel void stochastic_round_bf16(__global const float4 *src, __global ushort4 *dst, const uint seed, const uint quads)
{
  uint q = get_global_id(0);
  while (q < quads) {
    const uint4 bits = as_uint4(src[q]);
    const uint4 id = (uint4)(4 * q, 4 * q + 1, 4 * q + 2, 4 * q + 3) + seed;
    const uint4 noise = HASH(id) & 0xffffu;
    dst[q] = convert_ushort4((bits + noise) >> 16);
    q += get_global_size(0);
  }
}
