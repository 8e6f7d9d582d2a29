// Contiguous block of n / items elements per work-item, remainder spread over the first work-items.
__kernel void block_per_item_sum(__global const int *v, __global long *sums, const int n)
{
    const int id = get_global_id(0), items = get_global_size(0);
    const int base = n / items, extra = n % items;
    const int first = id * base + min(id, extra);
    const int count = base + (id < extra ? 1 : 0);
    long s = 0;
    for (int i = first; i < min(first + count, n); ++i)
        s += (long)v[i] * v[i];
    sums[id] = s;
}
