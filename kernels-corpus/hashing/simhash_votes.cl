// SimHash of token streams: 32 signed counters vote on every bit of the fingerprint.
__kernel void simhash_votes(__global const uint *tokens, __global const uchar *weights, __global uint *fingerprint,
                            const int tokensPerDoc, const int docs)
{
    for (int d = get_global_id(0); d < docs; d += get_global_size(0)) {
        int votes[32];
        for (int b = 0; b < 32; b++) votes[b] = 0;

        for (int t = 0; t < tokensPerDoc; t++) {
            uint h = tokens[t * docs + d] * 0x27d4eb2du;
            h ^= h >> 15;
            const int w = weights[t * docs + d] + 1;
            #pragma unroll 8
            for (int b = 0; b < 32; b++)
                votes[b] += ((h >> b) & 1u) ? w : -w;
        }
        uint f = 0;
        for (int b = 31; b >= 0; b--)
            f = f + f + (votes[b] > 0);
        fingerprint[d] = f;
    }
}
