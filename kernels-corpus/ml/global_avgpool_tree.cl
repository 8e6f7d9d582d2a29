// Global average pooling: one work-group reduces one feature plane by a tree in dynamic local memory.
__kernel void globalAvgPool(__global const float4 *planes, __global float *means,
                            __local float *scratch, const int area4)
{
    const int lid = get_local_id(0);
    const int lsz = get_local_size(0);
    __global const float4 *plane = planes + get_group_id(0) * area4;

    float4 part = (float4)(0.0f);
    for (int i = lid; i < area4; i += lsz)
        part += plane[i];
    scratch[lid] = dot(part, (float4)(1.0f));

    for (int width = lsz; width > 1; ) {
        const int upper = (width + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + upper < width)
            scratch[lid] += scratch[lid + upper];
        width = upper;
    }
    if (lid == 0)
        means[get_group_id(0)] = scratch[0] / (4.0f * (float)area4);
}
