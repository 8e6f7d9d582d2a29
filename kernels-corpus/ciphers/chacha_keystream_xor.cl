// ChaCha20-like counter mode: one 64-byte block per work-item, quarter rounds on whole rows as uint4.
#define QR(a, b, c, d)                                   \
    a += b; d = rotate(d ^ a, (uint4)(16));              \
    c += d; b = rotate(b ^ c, (uint4)(12));              \
    a += b; d = rotate(d ^ a, (uint4)(8));               \
    c += d; b = rotate(b ^ c, (uint4)(7))

__kernel void chacha_keystream_xor(__global uint4 *data, __constant uint4 *key, const uint4 nonce, const uint doubleRounds)
{
    const uint blk = get_global_id(0);
    const uint4 r0 = (uint4)(0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u);
    const uint4 r1 = key[0], r2 = key[1];
    const uint4 r3 = (uint4)(nonce.x + blk, nonce.yzw);
    uint4 a = r0, b = r1, c = r2, d = r3;

    for (uint r = 0; r < doubleRounds; ++r) {
        QR(a, b, c, d);
        b = b.yzwx; c = c.zwxy; d = d.wxyz;
        QR(a, b, c, d);
        b = b.wxyz; c = c.zwxy; d = d.yzwx;
    }
    __global uint4 *p = data + 4 * blk;
    p[0] ^= a + r0;
    p[1] ^= b + r1;
    p[2] ^= c + r2;
    p[3] ^= d + r3;
}
