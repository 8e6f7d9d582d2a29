// Murmur-style multiply-rotate mixing of four 32-bit lanes per work-item, folded to one bucket number.
#define ROTL(v, r) rotate((v), (uint4)(r))

#define MIX(h, k)            \
    do {                     \
        (k) *= 0xcc9e2d51u;  \
        (k) = ROTL(k, 15u);  \
        (k) *= 0x1b873593u;  \
        (h) ^= (k);          \
        (h) = ROTL(h, 13u);  \
        (h) = (h) * 5u + 0xe6546b64u; \
    } while (0)

static inline uint4 avalanche(uint4 h)
{
    h ^= h >> 16; h *= 0x85ebca6bu;
    h ^= h >> 13; h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__kernel void mix4_keys(const __global uint4 *keys, __global uint *bucket,
                        uint nkeys, uint nbuckets, uint seed)
{
    const uint i = get_global_id(0);
    if (i < nkeys) {
        uint4 h = (uint4)(seed, seed + 1u, seed + 2u, seed + 3u);
        uint4 k = keys[i];
        MIX(h, k);
        k = k.yzwx ^ i;
        MIX(h, k);
        h = avalanche(h ^ 32u);
        bucket[i] = (h.x ^ h.y ^ h.z ^ h.w) % nbuckets;
    }
}
