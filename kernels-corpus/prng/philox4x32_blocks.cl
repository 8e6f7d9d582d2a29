// Counter-based generator: ten rounds of 32 x 32 multiplies on a four-word counter.
#define PHILOX_ROUND(c, k) \
    do { \
        const uint h0 = mul_hi(0xD2511F53u, (c).x), l0 = 0xD2511F53u * (c).x; \
        const uint h1 = mul_hi(0xCD9E8D57u, (c).z), l1 = 0xCD9E8D57u * (c).z; \
        (c) = (uint4)(h1 ^ (c).y ^ (k).x, l1, h0 ^ (c).w ^ (k).y, l0); \
        (k) += (uint2)(0x9E3779B9u, 0xBB67AE85u); \
    } while (0)

__kernel void philox4x32_blocks(__global uint4 *out, const uint2 key, const uint stream, const uint blocks)
{
    for (uint b = get_global_id(0); b < blocks; b += get_global_size(0)) {
        uint4 c = (uint4)(b, stream, 0u, 0u);
        uint2 k = key;
        for (int r = 0; r < 10; r += 2) {
            PHILOX_ROUND(c, k);
            PHILOX_ROUND(c, k);
        }
        out[b] = c;
    }
}
