// Floating-point sum with a compare-and-swap loop of bounded retries; leftovers go to a spill array.
#define TRIES 64

kernel void float_atomic_cas_sum(global const float *v, global volatile uint *sum_bits,
                                 global float *spill, const uint n)
{
  const uint g = get_global_id(0);
  float mine = 0;
  for (uint i = g; i < n; i += get_global_size(0))
    mine += v[i];

  bool done = false;
  for (int t = 0; t < TRIES && !done; t++) {
    const uint old = sum_bits[0];
    const uint want = as_uint(as_float(old) + mine);
    done = atomic_cmpxchg(sum_bits, old, want) == old;
  }
  spill[g] = done ? 0.0f : mine;
}
