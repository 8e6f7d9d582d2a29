// Dice coefficient of two words by hashed trigram sets of 128 bits.
#define TRI(p, i) ((((uint)(p)[i] * 31u + (p)[(i) + 1]) * 31u + (p)[(i) + 2]) * 0x9E3779B1u >> 25)

__kernel void trigram_dice(__global const uchar *dictionary, __global const uchar *word,
                           __global float *dice, const int stride)
{
    ulong2 setA = (ulong2)(0), setB = (ulong2)(0);
    __global const uchar *entry = dictionary + get_global_id(0) * stride;

    for (int i = 0; i + 2 < stride; ++i) {
        const uint ha = TRI(entry, i), hb = TRI(word, i);
        if (ha & 64) setA.y |= 1UL << (ha & 63); else setA.x |= 1UL << (ha & 63);
        if (hb & 64) setB.y |= 1UL << (hb & 63); else setB.x |= 1UL << (hb & 63);
    }
    const ulong2 both = popcount(setA & setB);
    const ulong2 a = popcount(setA), b = popcount(setB);
    const float den = (float)(a.x + a.y + b.x + b.y);
    dice[get_global_id(0)] = den > 0.0f ? 2.0f * (float)(both.x + both.y) / den : 0.0f;
}
