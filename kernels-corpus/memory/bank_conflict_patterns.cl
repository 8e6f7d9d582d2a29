// Local-memory patterns: column walk, reversed walk and xor-swizzled walk over a 16-row tile, results side by side.
enum { ROWS = 16 };

__kernel void bank_conflict_patterns(__global const uint *seed, __global uint4 *res, __local uint *buf, uint rounds)
{
    const uint l = get_local_id(0), n = get_local_size(0);
    for (uint r = 0; r < ROWS; ++r)
        buf[r * n + l] = seed[get_global_id(0)] * (r + 1);
    barrier(CLK_LOCAL_MEM_FENCE);

    uint4 acc = 0;
    for (uint k = 0; k < rounds; ++k) {
        const uint r = k % ROWS;
        acc.x += buf[(l * ROWS + r) % (ROWS * n)];
        acc.y += buf[r * n + (n - 1 - l)];
        acc.z ^= buf[r * n + (l ^ (r & 7u)) % n];
        acc.w += buf[r * n];
    }
    res[get_global_id(0)] = acc;
}
