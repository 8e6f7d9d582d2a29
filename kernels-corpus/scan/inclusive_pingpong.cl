// Inclusive prefix sum inside each group with two alternating local buffers.
__kernel void inclusive_pingpong(__global const int *in, __global int *out, __global int *totals,
                                 __local int *bufA, __local int *bufB)
{
    const int me = get_local_id(0);
    const int size = get_local_size(0);
    __local int *src = bufA;
    __local int *dst = bufB;

    src[me] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int offset = 1; offset < size; offset <<= 1) {
        int v = src[me];
        if (me >= offset)
            v += src[me - offset];
        dst[me] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        __local int *swap = src;
        src = dst;
        dst = swap;
    }

    out[get_global_id(0)] = src[me];
    if (me == size - 1)
        totals[get_group_id(0)] = src[me];
}
