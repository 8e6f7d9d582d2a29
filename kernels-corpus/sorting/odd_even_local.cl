// Sorts each group's block of keys by odd-even transposition in local memory.
#define CSWAP(a, b)                       \
    do {                                  \
        const float lo_ = fmin((a), (b)); \
        const float hi_ = fmax((a), (b)); \
        (a) = lo_;                        \
        (b) = hi_;                        \
    } while (0)

kernel void odd_even_local(global float *keys, local float *s)
{
    const uint lid = get_local_id(0);
    const uint m = get_local_size(0);

    s[lid] = keys[get_global_id(0)];

    for (uint phase = 0; phase < m; phase++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (((lid ^ phase) & 1) == 0 && lid + 1 < m)
            CSWAP(s[lid], s[lid + 1]);
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    keys[get_global_id(0)] = s[lid];
}
