// Conserved-order-parameter exchange between sites joined by a bond list, energy by six-neighbour rows.
#define Z 6

int local_sum(__global const char *s, __global const int *nn, int site, int avoid)
{
  int h = 0;
  for (int k = 0; k < Z; ++k) {
    int j = nn[site * Z + k];
    if (j != avoid)
      h += s[j];
  }
  return h;
}

__kernel void kawasaki_bond_swap(__global const char *occ, __global const int *nn, __global const int2 *bonds,
                                 __global const float *u, __global char2 *proposal, float beta, int nBonds)
{
  int b = get_global_id(0);
  if (b >= nBonds) return;
  int2 e = bonds[b];
  char si = occ[e.x], sj = occ[e.y];
  char2 keep = (char2)(si, sj);
  if (si != sj) {
    int dh = local_sum(occ, nn, e.x, e.y) - local_sum(occ, nn, e.y, e.x);
    float cost = (float)((si - sj) * dh);
    if (cost <= 0.0f || u[b] < exp(-beta * cost))
      keep = keep.yx;
  }
  proposal[b] = keep;
}
