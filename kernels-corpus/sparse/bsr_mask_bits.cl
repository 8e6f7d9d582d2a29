// Blocks of 8x8 with a 64-bit occupancy mask: counts and sums the present entries of each block.
kernel void bsr_mask_bits(global const ulong *mask, global const float *x8, global float *colSum,
                          global uchar *fill, const uint blocks)
{
    for (uint b = get_global_id(0); b < blocks; b += get_global_size(0)) {
        ulong m = mask[b];
        float s = 0.0f;
        fill[b] = (uchar)popcount(m);
        for (int bit = 0; bit < 64; bit++) {
            if (m & 1)
                s += x8[b * 8 + (bit & 7)];
            m >>= 1;
        }
        colSum[b] = s;
    }
}
