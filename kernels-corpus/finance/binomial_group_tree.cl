// European call on a binomial tree, one option per work-group; each work-item owns one terminal node.
#define NODES 64

__attribute__((reqd_work_group_size(NODES, 1, 1)))
kernel void binomial_group_tree(global const float4 *option, global float *value, const float r)
{
  local float v[NODES + 1];
  const int node = get_local_id(0);
  const float4 o = option[get_group_id(0)];          /* spot, strike, volatility, years */
  const float dt = o.w / NODES;
  const float up = exp(o.z * sqrt(dt));
  const float disc = exp(-r * dt);
  const float pu = (1.0f / disc - 1.0f / up) / (up - 1.0f / up);

  v[node] = fmax(o.x * pown(up, 2 * node - NODES) - o.y, 0.0f);
  if (node == 0)
    v[NODES] = fmax(o.x * pown(up, NODES) - o.y, 0.0f);

  for (int level = NODES; level > 0; level--) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float next = disc * (pu * v[node + 1] + (1.0f - pu) * v[node]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (node < level)
      v[node] = next;
  }
  if (node == 0)
    value[get_group_id(0)] = v[0];
}
