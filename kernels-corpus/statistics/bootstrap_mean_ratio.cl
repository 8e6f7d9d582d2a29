// Bootstrap of the ratio of two means: each replicate draws with replacement by a multiply-with-carry stream.
inline uint mwc(uint2 *s)
{
    s->x = 36969u * (s->x & 65535u) + (s->x >> 16);
    s->y = 18000u * (s->y & 65535u) + (s->y >> 16);
    return (s->x << 16) + s->y;
}

__kernel void bootstrap_mean_ratio(__global const float2 *xy, __global float *ratio, uint n, uint replicates, uint seed)
{
    uint b = get_global_id(0);
    if (b >= replicates) return;
    uint2 st = (uint2)(b * 2654435761u + seed, (b ^ seed) * 40503u + 1u);
    float2 sum = (float2)(0.0f, 1e-6f);
    for (uint i = 0; i < n; ++i)
        sum += xy[mwc(&st) % n];
    ratio[b] = sum.x / sum.y;
}
