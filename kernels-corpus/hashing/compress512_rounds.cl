// SHA-like compression of 16-word blocks: rolling schedule and 64 rounds over eight state words.
#define ROR(x, n)   (((x) >> (n)) | ((x) << (32 - (n))))
#define CHOOSE(e, f, g)   bitselect(g, f, e)
#define MAJOR(a, b, c)    (((a) & (b)) | ((c) & ((a) | (b))))
#define SIG0(x) (ROR(x, 2) ^ ROR(x, 13) ^ ROR(x, 22))
#define SIG1(x) (ROR(x, 6) ^ ROR(x, 11) ^ ROR(x, 25))
#define THETA0(x) (ROR(x, 7) ^ ROR(x, 18) ^ ((x) >> 3))
#define THETA1(x) (ROR(x, 17) ^ ROR(x, 19) ^ ((x) >> 10))

typedef uint u32;

__kernel void compress512_rounds(__global const u32 *blocks, __global u32 *digest, u32 nblocks)
{
    u32 gid = get_global_id(0);
    if (gid >= nblocks)
        return;

    u32 w[16];
    for (int i = 0; i < 16; i++)
        w[i] = blocks[gid * 16 + i];

    u32 a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    u32 e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    u32 roundKey = 0x9e3779b9u;

    for (int r = 0; r < 64; r++) {
        if (r >= 16)
            w[r & 15] += THETA1(w[(r + 14) & 15]) + w[(r + 9) & 15] + THETA0(w[(r + 1) & 15]);
        u32 t1 = h + SIG1(e) + CHOOSE(e, f, g) + roundKey + w[r & 15];
        u32 t2 = SIG0(a) + MAJOR(a, b, c);
        h = g; g = f; f = e; e = d + t1;
        d = c; c = b; b = a; a = t1 + t2;
        roundKey = roundKey * 1664525u + 1013904223u;
    }

    __global u32 *out = digest + gid * 8;
    vstore8((uint8)(a, b, c, d, e, f, g, h), 0, out);
}
