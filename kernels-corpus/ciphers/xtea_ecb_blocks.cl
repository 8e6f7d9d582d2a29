// XTEA encryption of independent 64-bit blocks, 32 cycles with the key in constant memory.
__kernel void xtea_ecb_blocks(__global const uint2 *plain, __global uint2 *cipher, __constant uint *key, const uint nblocks)
{
    const uint b = get_global_id(0);
    if (b >= nblocks)
        return;
    const uint delta = 0x9E3779B9u;
    uint2 v = plain[b];
    uint sum = 0;
    for (int cycle = 0; cycle < 32; cycle++) {
        v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + key[sum & 3]);
        sum += delta;
        v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + key[(sum >> 11) & 3]);
    }
    cipher[b] = v;
}
