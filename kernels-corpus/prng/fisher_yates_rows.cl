// Shuffle every row of 16 bytes in private memory by Fisher-Yates from one 64-bit seed.
__kernel void fisher_yates_rows(__global uchar *rows, __global const ulong *keys)
{
    const size_t id = get_global_id(0);
    uchar p[16];
    vstore16(vload16(id, rows), 0, p);
    ulong k = keys[id];
    for (uint i = 15; i > 0; --i) {
        k = k * 6364136223846793005UL + 1442695040888963407UL;
        const uint j = (uint)(k >> 33) % (i + 1);
        const uchar t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
    vstore16(vload16(0, p), id, rows);
}
