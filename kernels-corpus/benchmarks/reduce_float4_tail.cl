// Sum of float4 loads with the last 64 lanes unrolled by hand; each work-group leaves one partial sum.
#define LANES 128

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void reduce_float4_tail(__global const float4 *restrict src, __global float *restrict partial, int n_vec)
{
    __local float cache[LANES];
    const int lane = get_local_id(0);
    float4 v = (float4)(0.0f);

    for (int at = get_global_id(0); at < n_vec; at += get_global_size(0)) v += src[at];
    cache[lane] = (v.x + v.y) + (v.z + v.w);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 64) cache[lane] += cache[lane + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 16) cache[lane] += cache[lane + 16] + cache[lane + 32] + cache[lane + 48];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
        float s = 0.0f;
#pragma unroll
        for (int j = 0; j < 16; j++) s += cache[j];
        partial[get_group_id(0)] = s;
    }
}
