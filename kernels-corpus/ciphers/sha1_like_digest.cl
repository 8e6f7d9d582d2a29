// SHA-1 compression chained over the blocks of one message per work-item, four round phases.
#define ROTL(x, s) rotate((uint)(x), (uint)(s))

__kernel void sha1_like_digest(__global const uint *message, __global uint *digest, const uint blocksPerMsg)
{
    const size_t id = get_global_id(0);
    uint h0 = 0x67452301u, h1 = 0xEFCDAB89u, h2 = 0x98BADCFEu, h3 = 0x10325476u, h4 = 0xC3D2E1F0u;

    for (uint blk = 0; blk < blocksPerMsg; ++blk) {
        uint w[16];
        for (int i = 0; i < 16; ++i)
            w[i] = message[(id * blocksPerMsg + blk) * 16 + i];
        uint a = h0, b = h1, c = h2, d = h3, e = h4;
        for (int t = 0; t < 80; ++t) {
            uint f, k;
            if (t < 20)      { f = d ^ (b & (c ^ d));        k = 0x5A827999u; }
            else if (t < 40) { f = b ^ c ^ d;                k = 0x6ED9EBA1u; }
            else if (t < 60) { f = (b & c) | (d & (b | c));  k = 0x8F1BBCDCu; }
            else             { f = b ^ c ^ d;                k = 0xCA62C1D6u; }
            if (t > 15)
                w[t & 15] = ROTL(w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15], 1);
            const uint x = ROTL(a, 5) + f + e + k + w[t & 15];
            e = d; d = c; c = ROTL(b, 30); b = a; a = x;
        }
        h0 += a; h1 += b; h2 += c; h3 += d; h4 += e;
    }
    digest[id * 5] = h0;
    digest[id * 5 + 1] = h1;
    digest[id * 5 + 2] = h2;
    digest[id * 5 + 3] = h3;
    digest[id * 5 + 4] = h4;
}
