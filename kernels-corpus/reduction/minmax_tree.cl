// Tree reduction of the range (minimum and maximum) of each work-group's block.
__kernel void minmax_tree(__global const float *samples, __global float2 *range,
                          __local float2 *scratch, int count)
{
    int lid = get_local_id(0);
    int gid = get_global_id(0);
    int last = count - 1;
    float v = samples[min(gid, last)];

    scratch[lid] = (float2)(v, v);
    for (int live = get_local_size(0); live > 1; live = (live + 1) >> 1) {
        int half_n = (live + 1) >> 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + half_n < live) {
            float2 o = scratch[lid + half_n];
            scratch[lid] = (float2)(fmin(scratch[lid].x, o.x), fmax(scratch[lid].y, o.y));
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) range[get_group_id(0)] = scratch[0];
}
