// Sum and count of the positive values: a strip a work-item, one local and one global atomic on the way up.
kernel void reduce_atomic(global const int *restrict values, global int *restrict total, int per_item)
{
  local int group_sum;
  local int group_seen;
  if (get_local_id(0) == 0) {
    group_sum = 0;
    group_seen = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  global const int *strip = values + get_global_id(0) * per_item;
  int sum = 0, seen = 0;
  for (int k = 0; k < per_item; k++) {
    int v = strip[k];
    if (v > 0) {
      sum += v;
      seen++;
    }
  }
  atomic_add(&group_sum, sum);
  atomic_add(&group_seen, seen);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_add(total, group_sum);
    atomic_add(total + 1, group_seen);
  }
}
