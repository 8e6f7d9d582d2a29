// Flag run heads of a byte sequence and number the runs inside each work-group by a local scan.
__kernel void run_head_scan(__global const uchar *bytes, __global uchar *head,
                            __global ushort *runIndex, __global uint *runsInGroup,
                            __local ushort *bufA, __local ushort *bufB)
{
    const uint lid = get_local_id(0);
    const uint n   = get_local_size(0);
    const size_t i = get_global_id(0);

    const ushort flag = (lid == 0 || bytes[i] != bytes[i - 1]) ? 1 : 0;
    head[i] = (uchar)flag;

    __local ushort *src = bufA, *dst = bufB;
    src[lid] = flag;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint d = 1; d < n; d <<= 1) {
        dst[lid] = lid >= d ? src[lid] + src[lid - d] : src[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        __local ushort *swap = src;
        src = dst;
        dst = swap;
    }

    runIndex[i] = src[lid] - 1;
    if (lid == n - 1)
        runsInGroup[get_group_id(0)] = src[lid];
}
