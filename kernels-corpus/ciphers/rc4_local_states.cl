// RC4-like keystream: each work-item of a 32-wide group schedules and runs its own permutation in local memory.
#define LANES 32

kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void rc4_local_states(global const uchar *keys, global uchar *stream, const uint keyLen, const uint bytes)
{
    local uchar S[256 * LANES];
    const uint lane = get_local_id(0);
    const size_t id = get_global_id(0);
    uint j = 0;

    for (uint i = 0; i < 256; ++i)
        S[i * LANES + lane] = (uchar)i;
    for (uint i = 0; i < 256; ++i) {
        const uchar a = S[i * LANES + lane];
        j = (j + a + keys[id * keyLen + i % keyLen]) & 255u;
        S[i * LANES + lane] = S[j * LANES + lane];
        S[j * LANES + lane] = a;
    }
    j = 0;
    for (uint n = 0; n < bytes; ++n) {
        const uint i = (n + 1) & 255u;
        const uchar a = S[i * LANES + lane];
        j = (j + a) & 255u;
        const uchar b = S[j * LANES + lane];
        S[i * LANES + lane] = b;
        S[j * LANES + lane] = a;
        stream[id * bytes + n] = S[((a + b) & 255u) * LANES + lane];
    }
}
