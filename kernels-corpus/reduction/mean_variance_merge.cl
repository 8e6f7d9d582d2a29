// Mean and variance of each group's data by pairwise merging of Welford states in a tree.
typedef float4 state_t;     /* n, mean, m2, unused */

static state_t merge_states(state_t a, state_t b)
{
    const float n = a.x + b.x;
    const float d = b.y - a.y;
    const float f = n > 0.0f ? b.x / n : 0.0f;
    return (state_t)(n, a.y + d * f, a.z + b.z + d * d * a.x * f, 0.0f);
}

kernel void mean_variance_merge(global const half *samples, global float2 *stats, local state_t *st, const uint len)
{
    const uint l = get_local_id(0);
    state_t s = (state_t)(0.0f);

    for (uint k = 0; k < len; ++k) {
        const float v = vload_half((size_t)get_global_id(0) * len + k, samples);
        s.x += 1.0f;
        const float d = v - s.y;
        s.y += d / s.x;
        s.z += d * (v - s.y);
    }
    st[l] = s;
    for (uint gap = 1; gap < get_local_size(0); gap <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint a = 2 * gap * l;
        if (a + gap < get_local_size(0))
            st[a] = merge_states(st[a], st[a + gap]);
    }
    if (l == 0)
        stats[get_group_id(0)] = (float2)(st[0].y, st[0].z / fmax(st[0].x - 1.0f, 1.0f));
}
