// LZ-like decoder: each block replays literal and back-reference tokens into its own 256-byte window.
#define BLOCK 256

struct token { uchar litOrLen; uchar offset; };

__kernel void lz_copy_blocks(__global const struct token *tokens, __global uchar *out, const int tokensPerBlock)
{
    const int blk = get_global_id(0);
    __global uchar *dst = out + blk * BLOCK;
    int at = 0;

    for (int k = 0; k < tokensPerBlock; ++k) {
        const uchar off = tokens[blk * tokensPerBlock + k].offset;
        const uchar arg = tokens[blk * tokensPerBlock + k].litOrLen;
        if (off == 0) {
            dst[at & (BLOCK - 1)] = arg;
            at++;
        } else {
            const int len = (arg & 15) + 3;
            for (int c = 0; c < len; ++c) {
                dst[at & (BLOCK - 1)] = dst[(at - off) & (BLOCK - 1)];
                at++;
            }
        }
        if (at >= BLOCK)
            break;
    }
}
