// Transposes 32x32 bit matrices held in 32 words by swapping ever smaller blocks.
kernel void bitMatrixTranspose32(global const uint *in, global uint *out, const uint blocks)
{
    uint a[32];
    const uint b = get_global_id(0);
    if (b >= blocks) return;

    for (int i = 0; i < 32; i++) a[i] = in[b * 32 + i];
    uint mask = 0x0000ffffu;
    #pragma unroll
    for (int j = 16; j != 0; j >>= 1) {
        for (int k = 0; k < 32; k++) {
            if ((k & j) == 0) {
                const uint t = (a[k] ^ (a[(k + j) & 31] >> j)) & mask;
                a[k] ^= t;
                a[(k + j) & 31] ^= t << j;
            }
        }
        mask ^= mask << (j >> 1);
    }
    for (int i = 0; i < 32; i++) out[b * 32 + i] = a[i];
}
