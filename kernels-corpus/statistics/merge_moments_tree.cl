// Merges partial (count, mean, M2) triples pairwise inside a group with Chan's rule.
#define LANES 128

__attribute__((reqd_work_group_size(LANES, 1, 1)))
__kernel void merge_moments_tree(__global const float *x, __global float4 *partial, const uint n)
{
    __local float cnt[LANES], avg[LANES], m2[LANES];
    const uint l = get_local_id(0);
    float c = 0.0f, a = 0.0f, q = 0.0f;

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float v = x[i], d = v - a;
        c += 1.0f;
        a += d / c;
        q += d * (v - a);
    }
    cnt[l] = c; avg[l] = a; m2[l] = q;

    for (uint half_way = LANES >> 1; half_way > 0; half_way >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < half_way) {
            const float cb = cnt[l + half_way], total = cnt[l] + cb;
            const float delta = avg[l + half_way] - avg[l];
            const float share = total > 0.0f ? cb / total : 0.0f;
            m2[l] += m2[l + half_way] + delta * delta * cnt[l] * share;
            avg[l] += delta * share;
            cnt[l] = total;
        }
    }
    if (l == 0)
        partial[get_group_id(0)] = (float4)(cnt[0], avg[0], m2[0], m2[0] / fmax(cnt[0] - 1.0f, 1.0f));
}
