// Path compression: every vertex follows parent links for a bounded number of hops and stores its root.
enum { MAX_HOPS = 64 };

__kernel void pointer_jump_roots(__global const ushort *parent, __global ushort *root,
                                 __global uchar *hops, ushort n)
{
  const size_t v = get_global_id(0);
  ushort at = (ushort)(v % n);
  int h = 0;

  while (h < MAX_HOPS) {
    ushort up = parent[at] % n;
    if (up == at)
      break;
    at = up;
    h++;
  }
  root[v] = at;
  hops[v] = (uchar)h;
}
