// Decodes 4-bit adaptive differential PCM, one independent block per work-item, step sizes grown by a ratio.
static int nextStep(int step, uint code)
{
    const int up = (code & 4u) ? 16 + 5 * (int)(code & 3u) : 14;
    return clamp(step * up / 16 + 1, 8, 24000);
}

kernel void adpcmBlockDecode(global const uchar *packed, global const short2 *heads, global short *pcm,
                             const uint blocks, const uint bytesPerBlock)
{
    const uint b = get_global_id(0);
    if (b < blocks) {
        int predicted = heads[b].x;
        int step = clamp((int)heads[b].y, 8, 24000);
        for (uint i = 0; i < bytesPerBlock; ++i) {
            const uint two = packed[b * bytesPerBlock + i];
            #pragma unroll
            for (uint half_byte = 0; half_byte < 2; ++half_byte) {
                const uint code = two >> (4 * half_byte) & 15u;
                const int delta = (step * (2 * (int)(code & 7u) + 1)) >> 3;
                predicted = clamp(code & 8u ? predicted - delta : predicted + delta, -32768, 32767);
                step = nextStep(step, code);
                pcm[2 * (b * bytesPerBlock + i) + half_byte] = (short)predicted;
            }
        }
    }
}
