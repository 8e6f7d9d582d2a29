// Inclusive scan with sixteen values a work-item: vector loads, a private prefix, then a group prefix.
#define V 4

kernel void vectorChunkScan(global const int4 *in, global int4 *out, local int *sums)
{
  const size_t lid = get_local_id(0);
  const size_t base = get_global_id(0) * V;
  int4 x[V];
  int run = 0;

  for (int k = 0; k < V; k++) {
    int4 v = in[base + k];
    v.y += v.x;
    v.w += v.z;
    v.zw += v.yy;
    v += run;
    run = v.w;
    x[k] = v;
  }
  sums[lid] = run;
  barrier(CLK_LOCAL_MEM_FENCE);

  int before = 0;
  for (size_t j = 0; j < lid; j++)
    before += sums[j];
  for (int k = 0; k < V; k++)
    out[base + k] = x[k] + before;
}
