// SipHash-2-4 of 16-byte keys with a per-table secret.
#define SIPROUND                                                   \
    do {                                                           \
        v0 += v1; v1 = rotate(v1, 13UL); v1 ^= v0; v0 = rotate(v0, 32UL); \
        v2 += v3; v3 = rotate(v3, 16UL); v3 ^= v2;                 \
        v0 += v3; v3 = rotate(v3, 21UL); v3 ^= v0;                 \
        v2 += v1; v1 = rotate(v1, 17UL); v1 ^= v2; v2 = rotate(v2, 32UL); \
    } while (0)

__kernel void siphash24_keys(__global const ulong2 *keys, __global uint *slot, ulong k0, ulong k1, uint slots, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    ulong v0 = k0 ^ 0x736f6d6570736575UL, v1 = k1 ^ 0x646f72616e646f6dUL;
    ulong v2 = k0 ^ 0x6c7967656e657261UL, v3 = k1 ^ 0x7465646279746573UL;
    ulong2 m = keys[i];

    v3 ^= m.x; SIPROUND; SIPROUND; v0 ^= m.x;
    v3 ^= m.y; SIPROUND; SIPROUND; v0 ^= m.y;
    v3 ^= 16UL << 56; SIPROUND; SIPROUND; v0 ^= 16UL << 56;
    v2 ^= 0xff;
    SIPROUND; SIPROUND; SIPROUND; SIPROUND;
    slot[i] = (uint)((v0 ^ v1 ^ v2 ^ v3) % slots);
}
