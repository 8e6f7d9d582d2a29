// Dequantises 64-coefficient blocks through a scan-order table and counts the last non-zero position.
kernel void zigzag_dequant_block(global const short *levels, global const uchar *scan, global const ushort *quant,
                                 global int *coefs, global uchar *lastPos, const uint nblocks)
{
    const uint b = get_global_id(0);
    if (b >= nblocks) return;
    uchar last = 0;
    for (uint k = 0; k < 64; ++k) {
        const short lv = levels[b * 64 + k];
        const uint where = scan[k] & 63u;
        coefs[b * 64 + where] = lv == 0 ? 0 : (2 * lv + (lv > 0 ? 1 : -1)) * quant[where] / 2;
        if (lv != 0)
            last = (uchar)k;
    }
    lastPos[b] = last;
}
