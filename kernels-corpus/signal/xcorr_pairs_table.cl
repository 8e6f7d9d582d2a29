// Cross-correlation of listed channel pairs over a symmetric range of lags (integer samples).
__kernel void xcorr_pairs_table(__global const short *ch, __global const int2 *pairs, __global long *corr,
                                int len, int maxLag, int nPairs)
{
    int span = 2 * maxLag + 1;
    int id = get_global_id(0);
    int pair = id / span;
    if (id >= span * nPairs) return;
    int lag = id % span - maxLag;

    int2 ab = pairs[pair];
    __global const short *a = ch + ab.x * len;
    __global const short *b = ch + ab.y * len;
    long sum = 0;
    int from = max(0, -lag), to = min(len, len - lag);
    for (int t = from; t < to; ++t)
        sum += (int)a[t] * (int)b[t + lag];
    corr[id] = sum;
}
