// Open-addressing insert with linear probing: claim a slot by compare-and-swap, give up after a probe limit.
__kernel void open_address_insert(__global const uint *keys, volatile __global uint *table,
                                  __global int *probesUsed, const uint capacity, const int maxProbes)
{
  const size_t i = get_global_id(0);
  const uint key = keys[i] | 1u;
  uint slot = (key * 2654435769u) % capacity;
  int used = -1;

  for (int p = 1; p <= maxProbes; ++p) {
    const uint was = atomic_cmpxchg(table + slot, 0u, key);
    if (was == 0u || was == key) {
      used = p;
      break;
    }
    slot = (slot + 1u) % capacity;
  }
  probesUsed[i] = used;
}
