// Frequency shift by a table-driven oscillator with a 32-bit phase accumulator.
#define TABLE_BITS 10
#define TABLE_LEN (1 << TABLE_BITS)

__kernel void nco_mixer(__global short2 *iq, __global const short *sineTable,
                        const uint tuning, const uint start, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;

    const uint phase = start + i * tuning;
    const uint idx = (phase >> (32 - TABLE_BITS)) & (TABLE_LEN - 1);
    const int s = sineTable[idx];
    const int c = sineTable[(idx + TABLE_LEN / 4) & (TABLE_LEN - 1)];
    const short2 v = iq[i];
    iq[i] = (short2)((short)((v.x * c - v.y * s + (1 << 14)) >> 15),
                     (short)((v.x * s + v.y * c + (1 << 14)) >> 15));
}
