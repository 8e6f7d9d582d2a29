// Keccak-f[1600] permutation of one sponge state per work-item, lanes in a private array.
__constant uchar rhoOffset[24] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44 };
__constant uchar piLane[24] = { 10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1 };

kernel void keccak_f_sponge(global ulong *states, constant ulong *iota, const int rounds)
{
  const size_t id = get_global_id(0), n = get_global_size(0);
  ulong a[25], c[5];
  for (int i = 0; i < 25; ++i) a[i] = states[i * n + id];

  for (int r = 0; r < rounds; ++r) {
    for (int x = 0; x < 5; ++x)
      c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int x = 0; x < 5; ++x) {
      const ulong t = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1UL);
      for (int y = 0; y < 25; y += 5) a[y + x] ^= t;
    }
    ulong cur = a[1];
    for (int i = 0; i < 24; ++i) {
      const int j = piLane[i] % 25;
      const ulong held = a[j];
      a[j] = rotate(cur, (ulong)rhoOffset[i]);
      cur = held;
    }
    for (int y = 0; y < 25; y += 5) {
      for (int x = 0; x < 5; ++x) c[x] = a[y + x];
      for (int x = 0; x < 5; ++x) a[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
    }
    a[0] ^= iota[r];
  }
  for (int i = 0; i < 25; ++i) states[i * n + id] = a[i];
}
