// Prefix sums from a Fenwick tree: strips the lowest set bit at each step.
kernel void fenwick_prefix_query(global const long *bit, global const uint *upto, global long *sum, uint n)
{
    const uint g = get_global_id(0);
    uint i = upto[g] % n + 1;
    long s = 0;
    for (int k = 0; k < 32; ++k) {
        if (i == 0) break;
        s += bit[min(i, n) - 1];
        i &= i - 1;
    }
    sum[g] = s;
}
