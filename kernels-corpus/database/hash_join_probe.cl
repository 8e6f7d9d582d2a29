// Hash join probe side: double hashing over (key, value) slots, the first match is emitted.
kernel void hashJoinProbe(global const uint2 *table, global const uint *probeKeys,
                          global uint *joined, global uint *nMatched,
                          const uint tableSize, const uint probes, const uint limit)
{
  const uint g = get_global_id(0);
  if (g >= probes) return;

  const uint key = probeKeys[g];
  const uint step = (key * 0x9e3779b1u >> 20) | 1u;
  uint out = 0;
  uint h = key * 2654435761u;
  for (uint t = 0; t < limit; ++t, h += step) {
    const uint2 kv = table[h % tableSize];
    if (kv.x == key) {
      out = kv.y;
      atomic_inc(nMatched);
      break;
    }
    if (kv.x == 0)
      break;
  }
  joined[g] = out;
}
