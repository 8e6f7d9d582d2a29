// Slab test of rays against a shared list of boxes staged in local memory, hits collected as a bit mask.
#define BATCH 32
typedef struct { float4 lo, hi; } box_t;

kernel void ray_aabb_slabs(global const float4 *org, global const float4 *invDir, global const box_t *boxes,
                           global uint *masks, const int groupsOfBoxes)
{
  local box_t tile[BATCH];
  const int gid = get_global_id(0), lid = get_local_id(0);
  const float4 o = org[gid], inv = invDir[gid];

  for (int b = 0; b < groupsOfBoxes; ++b) {
    if (lid < BATCH)
      tile[lid] = boxes[b * BATCH + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint m = 0;
    for (int k = 0; k < BATCH; ++k) {
      const float4 t0 = (tile[k].lo - o) * inv, t1 = (tile[k].hi - o) * inv;
      const float4 n = fmin(t0, t1), f = fmax(t0, t1);
      const float tn = fmax(fmax(n.x, n.y), fmax(n.z, 0.0f));
      const float tf = fmin(f.x, fmin(f.y, f.z));
      m |= (uint)(tn <= tf) << k;
    }
    masks[gid * groupsOfBoxes + b] = m;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
