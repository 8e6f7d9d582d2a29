// Comb sort with a shrinking gap on a segment of bytes each work-item keeps in private memory.
#define SEG 64

kernel void comb_local_segments(global const uchar *in, global uchar *out, uint segments)
{
    uchar s[SEG];
    const uint g = get_global_id(0);
    if (g < segments) {
        for (int i = 0; i < SEG; i += 16)
            vstore16(vload16(0, in + (size_t)g * SEG + i), 0, s + i);

        int gap = SEG;
        for (int round = 0; round < 128; ++round) {
            gap = max(1, gap * 10 / 13);
            int swaps = 0;
            for (int i = 0; i + gap < SEG; ++i) {
                const uchar a = s[i], b = s[i + gap];
                s[i] = min(a, b);
                s[i + gap] = max(a, b);
                swaps += a > b;
            }
            if (gap == 1 && swaps == 0)
                break;
        }
        for (int i = 0; i < SEG; i += 16)
            vstore16(vload16(0, s + i), 0, out + (size_t)g * SEG + i);
    }
}
