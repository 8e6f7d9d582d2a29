// Exclusive scan of integers in local memory with bank-conflict padding; also stores the block sums.
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))

__kernel void blelloch_padded(__global const int *in, __global int *out, __global int *blockSum,
                              __local int *temp)
{
    const int n = get_local_size(0);
    const int t = get_local_id(0);
    const int gid = get_global_id(0);
    int d, offset = 1;

    temp[PAD(t)] = in[gid];
    for (d = n >> 1; d > 0; d >>= 1, offset <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d) {
            const int a = min(offset * (2 * t + 1) - 1, n - 1);
            const int b = min(offset * (2 * t + 2) - 1, n - 1);
            temp[PAD(b)] += temp[PAD(a)];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
        blockSum[get_group_id(0)] = temp[PAD(n - 1)];
        temp[PAD(n - 1)] = 0;
    }
    for (d = 1; d < n; d <<= 1) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d) {
            const int a = clamp(offset * (2 * t + 1) - 1, 0, n - 1);
            const int b = clamp(offset * (2 * t + 2) - 1, 0, n - 1);
            const int held = temp[PAD(a)];
            temp[PAD(a)] = temp[PAD(b)];
            temp[PAD(b)] += held;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = temp[PAD(t)];
}
