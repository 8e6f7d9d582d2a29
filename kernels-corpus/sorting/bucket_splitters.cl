// Sample sort: assigns keys to buckets by descending a tree of splitters and counts every bucket.
#define LOG_BUCKETS 5
#define BUCKETS (1 << LOG_BUCKETS)

__kernel void bucketSplitters(__global const float *key, __global const float *splitTree,
                              __global uchar *bucket, __global uint *count, uint n)
{
    __local float tree[BUCKETS];
    __local uint lcount[BUCKETS];
    uint lid = get_local_id(0);

    if (lid < BUCKETS) {
        tree[lid] = splitTree[lid];
        lcount[lid] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        float k = key[i];
        uint node = 1;
#pragma unroll
        for (int lev = 0; lev < LOG_BUCKETS; lev++)
            node = (2 * node + (k > tree[node & (BUCKETS - 1)])) & (2 * BUCKETS - 1);
        uint b = node & (BUCKETS - 1);
        bucket[i] = (uchar)b;
        atomic_inc(&lcount[b]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < BUCKETS)
        atomic_add(&count[lid], lcount[lid]);
}
