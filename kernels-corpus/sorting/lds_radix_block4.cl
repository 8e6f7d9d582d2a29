// Four-bit block radix sort of 256 keys: packed 16-bit counters of each digit scanned in local memory.
#define N 256

__kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void lds_radix_block4(__global uint *keys, const uint passes)
{
    __local uint k[N];
    __local uint cnt[16][N / 16];
    __local uint start[16];
    const uint t = get_local_id(0);

    k[t] = keys[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = 0; p < passes && p < 8; ++p) {
        const uint key = k[t];
        const uint d = (key >> (4 * p)) & 15u;
        const uint cell = t / 16;
        cnt[t & 15][t >> 4] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_inc(&cnt[d][cell]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < 16) {
            uint run = 0;
            for (uint c = 0; c < N / 16; ++c) {
                const uint v = cnt[t][c];
                cnt[t][c] = run;
                run += v;
            }
            start[t] = run;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint pos = cnt[d][cell];
        for (uint e = 0; e < d; ++e)
            pos += start[e];
        for (uint j = t & ~15u; j < t; ++j)
            pos += ((k[j] >> (4 * p)) & 15u) == d;
        barrier(CLK_LOCAL_MEM_FENCE);
        k[pos & (N - 1)] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    keys[get_global_id(0)] = k[t];
}
