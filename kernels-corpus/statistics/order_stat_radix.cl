// The k-th smallest of each row of unsigned keys, fixed from the top by two bits a pass.
__kernel void order_stat_radix(__global const uint *keys, __global uint *kth, const uint n, const uint rows, const uint k)
{
    const uint row = get_global_id(0);
    if (row >= rows) return;
    __global const uint *a = keys + row * n;
    uint prefix = 0, mask = 0, rank = min(k, n - 1);

    for (int shift = 30; shift >= 0; shift -= 2) {
        uint4 count = (uint4)(0);
        for (uint i = 0; i < n; ++i) {
            if ((a[i] & mask) != prefix) continue;
            const uint d = a[i] >> shift & 3u;
            count += (uint4)(d == 0, d == 1, d == 2, d == 3);
        }
        uint digit = 0;
        if (rank >= count.x) { rank -= count.x; digit = 1;
            if (rank >= count.y) { rank -= count.y; digit = 2;
                if (rank >= count.z) { rank -= count.z; digit = 3; } } }
        prefix |= digit << shift;
        mask |= 3u << shift;
    }
    kth[row] = prefix;
}
