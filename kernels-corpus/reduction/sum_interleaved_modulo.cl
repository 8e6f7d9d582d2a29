// Sum of a block with the naive interleaved tree: a modulo test picks the active lanes.
__kernel void sum_interleaved_modulo(__global const float *g_in, __global float *g_out, __local float *sdata)
{
    unsigned int tid = get_local_id(0);

    sdata[tid] = g_in[get_global_id(0)];
    for (unsigned int s = 1; s < get_local_size(0); s *= 2)
    {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid % (2 * s) == 0 && tid + s < get_local_size(0))
            sdata[tid] += sdata[tid + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tid == 0)
        g_out[get_group_id(0)] = sdata[0];
}
