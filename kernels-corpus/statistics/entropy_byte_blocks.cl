// Shannon entropy of byte blocks: a local histogram per work-group, logarithms summed by a tree.
#define G 64
#define BINS 256

__kernel __attribute__((reqd_work_group_size(G, 1, 1)))
void entropy_byte_blocks(__global const uchar4 *stream, __global float *bits_per_byte, const uint quads)
{
  __local uint hist[BINS];
  __local float part[G];
  const uint id = get_local_id(0);
  for (uint b = id; b < BINS; b += G) hist[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  const ulong base = (ulong)get_group_id(0) * quads;
  for (uint q = id; q < quads; q += G) {
    const uchar4 v = stream[base + q];
    atomic_inc(&hist[v.x]); atomic_inc(&hist[v.y]);
    atomic_inc(&hist[v.z]); atomic_inc(&hist[v.w]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float h = 0.0f;
  for (uint b = id; b < BINS; b += G) {
    const float p = (float)hist[b] / (4.0f * (float)quads);
    h -= p > 0.0f ? p * log2(p) : 0.0f;
  }
  part[id] = h;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint w = G / 2; w; w >>= 1) {
    if (id < w) part[id] += part[id + w];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!id) bits_per_byte[get_group_id(0)] = part[0];
}
