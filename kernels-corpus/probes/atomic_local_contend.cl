// Contended atomics in local memory over a few slots, then one global maximum per slot.
kernel void atomic_local_contend(global int *maxima, const uint slots, const uint rounds)
{
  local int hot[32];
  const uint l = get_local_id(0);
  const uint used = min(slots, 32u);

  if (l < 32) hot[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint r = 0; r < rounds; ++r) {
    const uint s = (l + r * 7u) % used;
    if (r & 1u) atomic_inc(&hot[s]);
    else        atomic_xor(&hot[s], (int)(l << 4));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < used)
    atomic_max(&maxima[l], hot[l]);
}
