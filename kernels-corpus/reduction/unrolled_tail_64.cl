// Group sum with a fully unrolled last stage: fixed groups of 64, each work-item adds two strided pairs.
#define WGS 64u
#define FOLD(k)                                   \
    if (lid < (k)) shared[lid] += shared[lid + (k)]; \
    barrier(CLK_LOCAL_MEM_FENCE)

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void unrolled_tail_64(constant float *weights, global const float *x, global float *sums, const uint n)
{
    local float shared[WGS];
    const uint lid = get_local_id(0);
    const uint base = get_group_id(0) * (4 * WGS) + lid;
    const float w = weights[lid & 15];

    float a = base < n ? x[base] : 0.0f;
    float b = base + WGS < n ? x[base + WGS] : 0.0f;
    float c = base + 2 * WGS < n ? x[base + 2 * WGS] : 0.0f;
    float d = base + 3 * WGS < n ? x[base + 3 * WGS] : 0.0f;
    shared[lid] = w * ((a + b) + (c + d));
    barrier(CLK_LOCAL_MEM_FENCE);
    FOLD(32u);
    FOLD(16u);
    FOLD(8u);
    FOLD(4u);
    FOLD(2u);
    FOLD(1u);
    if (lid == 0) sums[get_group_id(0)] = shared[0];
}
