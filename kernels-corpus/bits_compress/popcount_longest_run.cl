// Number of ones and longest run of ones in each block of a bit vector.
__kernel void popcount_longest_run(__global const ulong *bits, __global uint *ones, __global uint *longestRun,
                            const uint wordsPerBlock)
{
    const size_t blk = get_global_id(0);
    __global const ulong *w = bits + blk * wordsPerBlock;
    __global const ulong *end = w + wordsPerBlock;
    uint total = 0, longest = 0;

    for (; w != end; ++w) {
        ulong v = *w;
        total += (uint)popcount(v);
        uint run = 0;
        for (int guard = 0; guard < 64 && v; ++guard) {
            v &= v << 1;
            run++;
        }
        longest = max(longest, run);
    }
    ones[blk] = total;
    longestRun[blk] = longest;
}
