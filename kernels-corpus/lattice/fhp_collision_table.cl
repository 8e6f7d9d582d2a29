// Hexagonal lattice gas: bytes with six directions collide through tables chosen by chirality bits.
__kernel void fhp_collision_table(__global const uchar16 *in, __global uchar16 *out,
                                  __constant uchar *tableLeft, __constant uchar *tableRight,
                                  const uint chirality)
{
  size_t id = get_global_id(0);
  uchar16 state = in[id];
  uchar cell[16];
  vstore16(state, 0, cell);

  uint bits = chirality ^ (uint)id * 2654435761u;
  for (int k = 0; k < 16; k++) {
    uchar s = cell[k] & 63;
    uchar wall = cell[k] & 64;
    if (wall)
      s = (uchar)(((s << 3) | (s >> 3)) & 63);
    else if ((bits >> (k + 8)) & 1u)
      s = tableLeft[s] & 63;
    else
      s = tableRight[s] & 63;
    cell[k] = s | wall;
  }
  out[id] = vload16(0, cell);
}
