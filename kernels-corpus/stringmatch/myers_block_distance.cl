// Myers bit-vector edit distance of a pattern of up to 64 symbols against every window of a text.
typedef ulong word_t;

static word_t eq_mask(__constant uchar *pat, int m, uchar c)
{
    word_t e = 0;
    for (int i = 0; i < m; ++i)
        e |= (word_t)(pat[i] == c) << (i & 63);
    return e;
}

__kernel void myers_block_distance(__global const uchar *text, __constant uchar *pat, __global int *score,
                                   const int m, const int window, const int hop)
{
    const int start = get_global_id(0) * hop;
    word_t Pv = ~(word_t)0, Mv = 0;
    int dist = m, best = m;

    for (int j = 0; j < window; ++j) {
        const word_t Eq = eq_mask(pat, m, text[start + j]);
        const word_t Xv = Eq | Mv;
        const word_t Xh = (((Eq & Pv) + Pv) ^ Pv) | Eq;
        word_t Ph = Mv | ~(Xh | Pv);
        word_t Mh = Pv & Xh;
        const word_t top = (word_t)1 << ((m - 1) & 63);
        dist += ((Ph & top) != 0) - ((Mh & top) != 0);
        Ph <<= 1;
        Mh <<= 1;
        Pv = Mh | ~(Xv | Ph);
        Mv = Ph & Xv;
        best = min(best, dist);
    }
    score[get_global_id(0)] = best;
}
