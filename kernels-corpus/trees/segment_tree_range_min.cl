// Range-minimum queries over an iterative bottom-up segment tree.
__kernel void segmentTreeRangeMin(__global const int *tree, __global const uint2 *ranges,
                                  __global int *answer, const uint leaves, const uint queries)
{
    for (uint q = get_global_id(0); q < queries; q += get_global_size(0))
    {
        const uint2 r = ranges[q];
        uint l = min(r.x, r.y) % leaves + leaves;
        uint e = max(r.x, r.y) % leaves + leaves + 1;
        int m = INT_MAX;

        for (int level = 0; level < 32 && l < e; ++level)
        {
            if (l & 1u) { m = min(m, tree[min(l, 2 * leaves - 1)]); ++l; }
            if (e & 1u) { --e; m = min(m, tree[min(e, 2 * leaves - 1)]); }
            l >>= 1;
            e >>= 1;
        }
        answer[q] = m;
    }
}
