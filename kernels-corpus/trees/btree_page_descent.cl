// Descends a B+tree laid out level by level: one group for a query, lanes compare the keys of a page.
#define ORDER 64

kernel __attribute__((reqd_work_group_size(ORDER, 1, 1)))
void btreePageDescent(global const uint *pageKeys, global const uint *leafValues,
                      global const uint *probe, global uint *result,
                      const uint pages, const uint height)
{
  local uint child;
  local uint pos;
  const uint lane = get_local_id(0);
  const uint key = probe[get_group_id(0)];
  uint page = 0;

  for (uint level = 0; level < height; ++level) {
    if (lane == 0)
      child = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (pageKeys[page * ORDER + lane] <= key)
      atomic_inc(&child);
    barrier(CLK_LOCAL_MEM_FENCE);
    page = (page * (ORDER + 1) + child + 1) % pages;
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (lane == 0)
    pos = UINT_MAX;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (pageKeys[page * ORDER + lane] == key)
    atomic_min(&pos, lane);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0)
    result[get_group_id(0)] = pos < ORDER ? leafValues[page * ORDER + (pos & (ORDER - 1))] : 0u;
}
