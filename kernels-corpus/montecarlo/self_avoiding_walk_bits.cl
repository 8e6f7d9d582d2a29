// Self-avoiding walks on a 16 x 16 patch with the visited set in private bit masks.
__kernel void self_avoiding_walk_bits(__global ushort *length, __global const uint *seeds, const int limit)
{
   const int id = get_global_id(0);
   ushort row[16];
   for (int r = 0; r < 16; r++)
      row[r] = 0;

   uint s = seeds[id] | 1u;
   int x = 8, y = 8, n = 0;
   row[8] = 1 << 8;
   while (n < limit)
   {
      s ^= s << 7;
      s ^= s >> 9;
      s *= 0x9E3779B1u;
      const uint dir = s >> 30;
      const int nx = x + (dir == 0) - (dir == 1);
      const int ny = y + (dir == 2) - (dir == 3);
      if (nx < 0 || ny < 0 || nx > 15 || ny > 15 || ((row[ny & 15] >> nx) & 1))
         break;
      row[ny & 15] |= 1 << nx;
      x = nx;
      y = ny;
      n++;
   }
   length[id] = (ushort)n;
}
