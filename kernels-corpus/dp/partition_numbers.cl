// Partitions of an integer into parts of bounded size, counted by a private rolling table in 64 bits.
#define TOP 100

__kernel void partition_numbers(__global const uint *which, __global ulong *count, uint parts)
{
    ulong p[TOP + 1];
    uint want = which[get_global_id(0)] % (TOP + 1);
    uint i, k;

    p[0] = 1;
    for (i = 1; i <= TOP; ++i) p[i] = 0;

    uint lim = parts < TOP ? parts : TOP;
    for (k = 1; k <= lim; ++k)
        for (i = k; i <= TOP; ++i)
            p[i] += p[i - k];

    count[get_global_id(0)] = p[want];
}
