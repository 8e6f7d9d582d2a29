// Mixes 64-bit keys through several rounds of multiply, rotate and xor-shift.
typedef ulong u64;

#define ROT(v, k) rotate((u64)(v), (u64)(k))
#define ROUND(h, c)            \
    do {                       \
        h ^= h >> 31;          \
        h *= (c);              \
        h = ROT(h, 27) + 5UL;  \
    } while (0)

__constant u64 kOdd[4] = {
    0x9e3779b97f4a7c15UL, 0xd1342543de82ef95UL,
    0xaf251af3b0f025b5UL, 0xb564ef22ec7aece5UL
};

__kernel void avalancheMix(__global const u64 *pKeys, __global uint2 *pHashes,
                           uint uSeed, uint uRounds)
{
    uint uId = (uint)get_global_id(0);
    u64 h = pKeys[uId] + ((u64)uSeed << 32 | uId);

    for (uint r = 0; r < uRounds; r++)
        ROUND(h, kOdd[r & 3u]);

    pHashes[uId] = (uint2)((uint)h, (uint)(h >> 32));
}
