// Loop overhead probe: three nested counters around a single add that the compiler cannot fold.
__kernel void loop_overhead_nested(__global uint *c, const uint ni, const uint nj, const uint nk)
{
    const size_t g = get_global_id(0);
    uint x = c[g];
    for (uint i = 0; i < ni; ++i)
        for (uint j = i & 1u; j < nj; j += 2)
            for (uint k = nk; k-- > 0;)
                x = (x << 1 | x >> 31) + (k ^ j);
    c[g] = x;
}
