// Erasure coding: one parity region as the GF(2^8) combination of data regions, Russian-peasant multiply on uchar16.
kernel void gf256_region_muladd(global const uchar16 *data, constant uchar *coef, global uchar16 *parity,
                                const uint regions, const uint chunks)
{
    const uint c = get_global_id(0);
    if (c >= chunks) return;
    uchar16 acc = (uchar16)(0);
    for (uint r = 0; r < regions; ++r) {
        uchar16 d = data[r * chunks + c];
        uchar k = coef[r];
        for (int bit = 0; bit < 8; ++bit) {
            if (k & 1)
                acc ^= d;
            k >>= 1;
            d = (d << (uchar16)(1)) ^ ((d >> (uchar16)(7)) * (uchar16)(0x1d));
        }
    }
    parity[c] = acc;
}
