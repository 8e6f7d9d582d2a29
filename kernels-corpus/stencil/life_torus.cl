// One generation of a two-state cellular automaton on a torus, with birth/survival bit masks.
__kernel void life_torus(__global const uchar *now, __global uchar *next,
                         uint w, uint h, uint birth_mask, uint survive_mask)
{
  uint cell = get_global_id(0) % (w * h);
  uint x = cell % w;
  uint y = cell / w;

  uint xs[3] = { (x + w - 1) % w, x, (x + 1) % w };
  uint ys[3] = { (y + h - 1) % h, y, (y + 1) % h };

  uint alive = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      if (i != 1 || j != 1)
        alive += now[ys[j] * w + xs[i]] & 1;

  uint rule = (now[cell] & 1) ? survive_mask : birth_mask;
  next[cell] = (rule >> alive) & 1;
}
