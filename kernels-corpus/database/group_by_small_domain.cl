// Group-by with few groups: count, sum, minimum and maximum kept in local memory, then merged.
#define GROUPS 32

__kernel void group_by_small_domain(__global const uchar *gkey, __global const int *amount,
                                    __global uint *cnt, __global int *sum, __global int *lo, __global int *hi,
                                    const uint rows)
{
  __local uint c[GROUPS];
  __local int s[GROUPS], mn[GROUPS], mx[GROUPS];
  const uint lid = get_local_id(0);

  if (lid < GROUPS) { c[lid] = 0; s[lid] = 0; mn[lid] = INT_MAX; mx[lid] = INT_MIN; }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
    const uint k = gkey[r] % GROUPS;
    const int a = amount[r];
    atomic_inc(&c[k]);
    atomic_add(&s[k], a);
    atomic_min(&mn[k], a);
    atomic_max(&mx[k], a);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (lid < GROUPS && c[lid] != 0) {
    atomic_add(cnt + lid, c[lid]);
    atomic_add(sum + lid, s[lid]);
    atomic_min(lo + lid, mn[lid]);
    atomic_max(hi + lid, mx[lid]);
  }
}
