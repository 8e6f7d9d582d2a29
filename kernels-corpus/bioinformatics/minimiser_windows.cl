// Window minimisers: smallest hashed k-mer among w consecutive ones and its offset.
#define HASH64(x) ((x) * 0x9E3779B97F4A7C15UL ^ ((x) >> 29))

__kernel void minimiser_windows(__global const uchar *seq, __global ulong *minHash, __global uchar *minPos,
                                uint n_windows, uint w, uint k)
{
    for (uint win = get_global_id(0); win < n_windows; win += get_global_size(0)) {
        ulong best = ~0UL;
        uint where = 0;
        for (uint o = 0; o < w; o++) {
            ulong kmer = 0;
            for (uint j = 0; j < k; j++)
                kmer = kmer << 2 | (seq[win + o + j] & 3u);
            ulong h = HASH64(kmer);
            if (h < best) {
                best = h;
                where = o;
            }
        }
        minHash[win] = best;
        minPos[win] = (uchar)where;
    }
}
