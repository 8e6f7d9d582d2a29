// Longest-prefix match of addresses in a trie with sixteen children a node.
__kernel void trie_nibble_walk(__global const int *child, __global const ushort *nextHop,
                               __global const uint *address, __global ushort *route, const int nodes)
{
  const uint a = address[get_global_id(0)];
  int node = 0;
  ushort hop = nextHop[0];

  for (int shift = 28; shift >= 0; shift -= 4) {
    node = child[node * 16 + (int)((a >> shift) & 15u)];
    if (node <= 0 || node >= nodes)
      break;
    if (nextHop[node] != 0)
      hop = nextHop[node];
    /* keep descending */
  }
  route[get_global_id(0)] = hop;
}
