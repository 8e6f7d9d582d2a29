// Abelian sandpile: cells with four grains or more topple at once; counts how many are still unstable.
__kernel void sandpile_topple(__global const int *grains, __global int *after, volatile __global int *unstable,
                              const int side)
{
  const int id = get_global_id(0);
  if (id < side * side) {
    const int r = id / side, c = id % side;
    int v = grains[id] & 3;
    v += r > 0 ? grains[id - side] >> 2 : 0;
    v += r < side - 1 ? grains[id + side] >> 2 : 0;
    v += c > 0 ? grains[id - 1] >> 2 : 0;
    v += c < side - 1 ? grains[id + 1] >> 2 : 0;
    after[id] = v;
    if (v >= 4)
      atomic_inc(unstable);
  }
}
