// Conway's game on 64 cells a word: neighbour counts by bit-sliced adders, dead borders left and right.
#define HALF(s, c, a, b)      do { s = (a) ^ (b); c = (a) & (b); } while (0)
#define FULL(s, c, a, b, d)   do { ulong t_ = (a) ^ (b); s = t_ ^ (d); c = ((a) & (b)) | (t_ & (d)); } while (0)

typedef ulong bits64;

kernel void life_bitsliced(global const bits64 *board, global bits64 *next, int rows)
{
    int y = get_global_id(0);
    if (y >= rows) return;

    bits64 n = y > 0 ? board[y - 1] : 0;
    bits64 m = board[y];
    bits64 s = y < rows - 1 ? board[y + 1] : 0;

    bits64 s0, c0, s1, c1, s2, c2, ones, carry, twos, t, fours;
    FULL(s0, c0, n << 1, n, n >> 1);
    FULL(s1, c1, s << 1, s, s >> 1);
    HALF(s2, c2, m << 1, m >> 1);
    FULL(ones, carry, s0, s1, s2);
    FULL(twos, t, c0, c1, c2);
    fours = t | (twos & carry);
    twos ^= carry;
    next[y] = twos & ~fours & (ones | m);
}
