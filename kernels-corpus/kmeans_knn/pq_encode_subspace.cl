// Product quantisation: code of every 4-float subvector by exhaustive search of its 64-word codebook.
#define CODEWORDS 64

__kernel void pq_encode_subspace(__global const float4 *sub, __global const float4 *codebooks,
                                 __global uchar *codes, int nSubspaces)
{
    const int gid = get_global_id(0);
    const int m = gid % nSubspaces;
    __global const float4 *book = codebooks + m * CODEWORDS;
    const float4 x = sub[gid];

    uchar pick = 0;
    float least = distance(x, book[0]);
    for (int w = 1; w < CODEWORDS; ++w) {
        const float d = distance(x, book[w]);
        pick = d < least ? (uchar)w : pick;
        least = fmin(least, d);
    }
    codes[gid] = pick;
}
