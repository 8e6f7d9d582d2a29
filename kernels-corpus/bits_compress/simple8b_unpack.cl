// Simple-8b: a four-bit selector per 64-bit word gives the field width, up to 60 fields copied with a stride.
__constant uchar fieldBits[16] = { 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 60 };

kernel void simple8b_unpack(global const ulong *words, global ulong *sums, global uint *fields, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const ulong w = words[i];
    const uint bits = fieldBits[w & 15];
    const ulong mask = (1UL << bits) - 1UL;
    ulong rest = w >> 4, sum = 0;
    uint k = 0;
    for (uint used = 0; used < 60; ++k) {
        const ulong v = rest & mask;
        fields[i * 60 + min(k, 59u)] = (uint)v;
        sum += v;
        rest >>= bits;
        used += max(bits, 1u);
    }
    sums[i] = sum;
}
