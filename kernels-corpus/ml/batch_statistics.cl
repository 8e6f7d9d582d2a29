// Per-channel batch mean and variance over (N, C, L) data: a group per channel, pairwise merging of moments.
#define GROUP 64

typedef struct { float n, mean, m2; } Moments;

static Moments merge(Moments a, Moments b)
{
    Moments r;
    const float d = b.mean - a.mean;
    r.n = a.n + b.n;
    const float w = r.n > 0.0f ? b.n / r.n : 0.0f;
    r.mean = a.mean + d * w;
    r.m2 = a.m2 + b.m2 + d * d * a.n * w;
    return r;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void batch_statistics(__global const float *x, __global float *mean, __global float *var,
                      const int batch, const int channels, const int len)
{
    __local Moments tree[GROUP];
    const int lid = get_local_id(0);
    const int c = get_group_id(0) % channels;
    Moments mine = { 0.0f, 0.0f, 0.0f };

    for (int i = lid; i < batch * len; i += GROUP) {
        const float v = x[(i / len * channels + c) * len + i % len];
        const float d = v - mine.mean;
        mine.n += 1.0f;
        mine.mean += d / mine.n;
        mine.m2 += d * (v - mine.mean);
    }
    tree[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int step = 1; step < GROUP; step *= 2) {
        if (lid % (2 * step) == 0 && lid + step < GROUP)
            tree[lid] = merge(tree[lid], tree[lid + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        mean[c] = tree[0].mean;
        var[c] = tree[0].m2 / fmax(tree[0].n, 1.0f);
    }
}
