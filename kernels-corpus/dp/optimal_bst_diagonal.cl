// Optimal binary search tree: expected search cost of every key range of one width, prefix-summed weights.
__kernel void optimal_bst_diagonal(__global float *cost,
                                   __global ushort *root,
                                   __global const float *prefix,
                                   uint keys,
                                   uint width)
{
    uint lo = get_global_id(0);
    uint hi = lo + width;
    if (hi < keys)
    {
        float weight = prefix[hi] - prefix[lo];
        float best = cost[(lo + 1) * keys + hi];
        uint pick = lo;
        for (uint r = lo + 1; r < hi; ++r)
        {
            float left = cost[lo * keys + (r - 1)];
            float right = cost[(r + 1) * keys + hi];
            if (left + right < best)
            {
                best = left + right;
                pick = r;
            }
        }
        cost[lo * keys + hi] = best + weight;
        root[lo * keys + hi] = (ushort)pick;
    }
}
