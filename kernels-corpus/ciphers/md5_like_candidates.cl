// MD5-like compression of short numbered candidates, hits against a target prefix are recorded.
__constant uchar shiftOf[16] = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };

kernel void md5_like_candidates(constant uint *sines, global uint4 *digests, volatile global uint *hits,
                                const uint first, const uint prefixBits)
{
    const uint nonce = first + (uint)get_global_id(0);
    uint m[16] = { 0 };
    m[0] = nonce; m[1] = ~nonce; m[2] = 0x80u; m[14] = 64u;

    uint4 s = (uint4)(0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u);
    for (uint i = 0; i < 64; i++) {
        const uint phase = i >> 4;
        uint f, g;
        switch (phase) {
        case 0:  f = bitselect(s.w, s.z, s.y); g = i; break;
        case 1:  f = bitselect(s.z, s.y, s.w); g = 5 * i + 1; break;
        case 2:  f = s.y ^ s.z ^ s.w;          g = 3 * i + 5; break;
        default: f = s.z ^ (s.y | ~s.w);       g = 7 * i; break;
        }
        f += s.x + sines[i] + m[g & 15];
        s = (uint4)(s.w, s.y + rotate(f, (uint)shiftOf[phase * 4 + (i & 3)]), s.y, s.z);
    }
    digests[get_global_id(0)] = s;
    if ((s.x >> (32u - clamp(prefixBits, 1u, 31u))) == 0u)
        atomic_inc(hits);
}
