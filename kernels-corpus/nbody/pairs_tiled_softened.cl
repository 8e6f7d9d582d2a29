// Softened gravity with sources streamed through a tile; bodies beyond n count as massless.
#define EPS2 (0.01f * 0.01f)

typedef float4 body_t;

inline float4 interact(float4 acc, body_t a, body_t b)
{
    float4 r = b - a;
    r.w = 0.0f;
    float q = dot(r, r) + EPS2;
    float inv = native_rsqrt(q);
    return acc + r * (b.w * inv * inv * inv);
}

__kernel void pairs_tiled_softened(const __global body_t *bodies, __global float4 *accel,
                                   __local body_t *stage, const uint n)
{
    const uint me = get_global_id(0), lane = get_local_id(0), wg = get_local_size(0);
    const body_t mine = me < n ? bodies[me] : (body_t)(0.0f);
    const uint tiles = (n + wg - 1) / wg;
    float4 acc = (float4)(0.0f);

    for (uint tile = 0; tile < tiles; tile++) {
        const uint src = tile * wg + lane;
        stage[lane] = src < n ? bodies[src] : (body_t)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (uint j = 0; j < wg; j += 4) {
            acc = interact(acc, mine, stage[j]);
            acc = interact(acc, mine, stage[j + 1]);
            acc = interact(acc, mine, stage[j + 2]);
            acc = interact(acc, mine, stage[j + 3]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me < n)
        accel[me] = acc;
}
