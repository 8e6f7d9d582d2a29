// xxHash-like 64-bit digest: four accumulators over 32-byte stripes, merged and finalised.
typedef ulong u64;
__constant u64 P1 = 0x9E3779B185EBCA87UL;
__constant u64 P2 = 0xC2B2AE3D27D4EB4FUL;
__constant u64 P3 = 0x165667B19E3779F9UL;

kernel void xx64_stripes(global const ulong4 *restrict input, global u64 *restrict digest, const uint stripes, const u64 seed)
{
    const size_t i = get_global_id(0);
    ulong4 acc = (ulong4)(seed + P1 + P2, seed + P2, seed, seed - P1);
    const global ulong4 *s = input + i * stripes;

    for (uint k = stripes; k != 0; --k) {
        acc += *s++ * P2;
        acc = rotate(acc, (ulong4)(31)) * P1;
    }
    const ulong4 r = rotate(acc, (ulong4)(1, 7, 12, 18));
    u64 h = r.x + r.y + r.z + r.w;
    h ^= rotate(acc.x * P2, (u64)31) * P1; h = h * P1 + P3;
    h ^= rotate(acc.y * P2, (u64)31) * P1; h = h * P1 + P3;
    h ^= rotate(acc.z * P2, (u64)31) * P1; h = h * P1 + P3;
    h ^= rotate(acc.w * P2, (u64)31) * P1; h = h * P1 + P3;
    h += (u64)stripes * 32;
    h = (h ^ (h >> 33)) * P2;
    h = (h ^ (h >> 29)) * P3;
    digest[i] = h ^ (h >> 32);
}
