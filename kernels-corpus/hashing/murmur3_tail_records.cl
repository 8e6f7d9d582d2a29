// Murmur3-style hash of variable-length records: words first, then up to three tail bytes by a switch.
#define C1 0xcc9e2d51u
#define C2 0x1b873593u

__kernel void murmur3_tail_records(__global const uchar *pool, __global const uchar *lens, __global uint *out,
                                   const uint slot, const uint seed)
{
    const uint id = get_global_id(0);
    const uint len = min((uint)lens[id], slot);
    __global const uchar *p = pool + id * slot;
    const uint words = len >> 2;
    uint h = seed;

    for (uint w = 0; w < words; ++w) {
        uint k = p[4 * w] | (p[4 * w + 1] << 8) | (p[4 * w + 2] << 16) | ((uint)p[4 * w + 3] << 24);
        k = rotate(k * C1, 15u) * C2;
        h = rotate(h ^ k, 13u) * 5u + 0xe6546b64u;
    }
    uint t = 0;
    const uint at = min(words * 4, slot - 1);
    switch (len & 3) {
    case 3: t ^= (uint)p[min(at + 2, slot - 1)] << 16; /* fall through */
    case 2: t ^= (uint)p[min(at + 1, slot - 1)] << 8;  /* fall through */
    case 1: t ^= p[at];
            h ^= rotate(t * C1, 15u) * C2;
    }
    h ^= len;
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16;
    out[id] = h;
}
