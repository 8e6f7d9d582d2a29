// Conjugated complex dot product; each group reduces its float2 products in dynamic local memory.
#define CONJ_MUL(u, v) (float2)((u).x * (v).x + (u).y * (v).y, (u).x * (v).y - (u).y * (v).x)

__kernel void complexDotcLocal(__global const float2 *restrict u,
                               __global const float2 *restrict v,
                               __global float2 *restrict groupSums,
                               __local float2 *scratch, const uint n)
{
    const uint lid = get_local_id(0), lsz = get_local_size(0);
    float2 s = (float2)(0.f);

    for (uint k = get_global_id(0); k < n; k += get_global_size(0)) {
        const float2 a = u[k], b = v[k];
        s += CONJ_MUL(a, b);
    }
    scratch[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);

    /* 32 strands first, then one lane finishes */
    if (lid < 32) {
        for (uint j = lid + 32; j < lsz; j += 32)
            s += scratch[j];
        scratch[lid] = s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        float2 total = scratch[0];
        for (uint j = 1; j < 32; ++j)
            total += scratch[j];
        groupSums[get_group_id(0)] = total;
    }
}
