// Reverse complement of 2-bit packed sequences: bit reversal in pairs, word order reversed.
static uint flip_pairs(uint x)
{
    x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
    x = ((x >> 8) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8);
    return (x >> 16) | (x << 16);
}

__kernel void revcomp_packed(__global const uint *fwd, __global uint *rev, const uint wordsPerSeq, const uint totalWords)
{
    const uint i = get_global_id(0);
    if (i >= totalWords) return;
    const uint seq = i / wordsPerSeq;
    const uint at = i % wordsPerSeq;
    rev[seq * wordsPerSeq + (wordsPerSeq - 1 - at)] = ~flip_pairs(fwd[i]);
}
