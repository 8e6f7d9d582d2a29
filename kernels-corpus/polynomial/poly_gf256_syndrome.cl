// Syndromes of byte codewords over GF(256): Horner with a carry-less shift multiplication.
uchar gf_mul(uchar a, uchar b)
{
    uint r = 0, x = a;
    for (int i = 0; i < 8; i++) {
        if ((b >> i) & 1)
            r ^= x;
        x = (x << 1) ^ ((x & 0x80) ? 0x11d : 0);
    }
    return (uchar)r;
}

__kernel void poly_gf256_syndrome(__global const uchar *words, __constant uchar *alphas, __global uchar *synd,
                                  int len, int nsynd, int count)
{
    int g = get_global_id(0);
    if (g >= count * nsynd)
        return;
    int w = g / nsynd;
    uchar a = alphas[g % nsynd], s = 0;
    for (int i = 0; i < len; i++)
        s = gf_mul(s, a) ^ words[w * len + i];
    synd[g] = s;
}
