// Mersenne-like twister whose state is spread over the work-group's local memory, output tempered.
#define LAG 64
#define MID 25

__attribute__((reqd_work_group_size(LAG, 1, 1)))
__kernel void twister_group_state(__global uint *state, __global uint *out, const int rounds)
{
    __local uint mt[LAG];
    const int t = get_local_id(0);
    const int g = get_group_id(0);
    mt[t] = state[g * LAG + t];

    for (int r = 0; r < rounds; r++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint y = (mt[t] & 0x80000000u) | (mt[(t + 1) % LAG] & 0x7fffffffu);
        const uint v = mt[(t + MID) % LAG] ^ (y >> 1) ^ ((y & 1u) ? 0x9908b0dfu : 0u);
        barrier(CLK_LOCAL_MEM_FENCE);
        mt[t] = v;

        uint z = v ^ (v >> 11);
        z ^= (z << 7) & 0x9d2c5680u;
        z ^= (z << 15) & 0xefc60000u;
        out[(g * rounds + r) * LAG + t] = z ^ (z >> 18);
    }
    state[g * LAG + t] = mt[t];
}
