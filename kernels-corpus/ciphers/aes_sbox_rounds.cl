// AES-like rounds: S-box from a table in local memory, row shift, column mix by doubling in GF(256), round keys.
static uchar xtime(uchar a) { return (uchar)((a << 1) ^ ((a >> 7) * 0x1b)); }

__kernel void aes_sbox_rounds(__global const uchar *sboxTable, __constant uchar *roundKeys,
                              __global const uchar *in, __global uchar *out, const int rounds)
{
    __local uchar sbox[256];
    for (int i = get_local_id(0); i < 256; i += get_local_size(0))
        sbox[i] = sboxTable[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int blk = get_global_id(0);
    uchar st[16], tmp[16];
    for (int i = 0; i < 16; i++)
        st[i] = in[blk * 16 + i] ^ roundKeys[i];

    for (int r = 0; r < rounds; r++) {
        for (int c = 0; c < 4; c++)
            for (int row = 0; row < 4; row++)
                tmp[4 * c + row] = sbox[st[4 * ((c + row) & 3) + row]];
        for (int c = 0; c < 4; c++) {
            const uchar all = tmp[4 * c] ^ tmp[4 * c + 1] ^ tmp[4 * c + 2] ^ tmp[4 * c + 3];
            for (int row = 0; row < 4; row++) {
                const uchar next = tmp[4 * c + ((row + 1) & 3)];
                st[4 * c + row] = tmp[4 * c + row] ^ all ^ xtime(tmp[4 * c + row] ^ next)
                                ^ roundKeys[(r + 1) * 16 + 4 * c + row];
            }
        }
    }
    for (int i = 0; i < 16; i++)
        out[blk * 16 + i] = st[i];
}
