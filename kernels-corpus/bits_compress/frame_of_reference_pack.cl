// Frame-of-reference: block minimum and bit width by a local reduction, residuals written as bytes with an escape flag.
#define FOR_BLOCK 128

__kernel __attribute__((reqd_work_group_size(FOR_BLOCK, 1, 1)))
void frame_of_reference_pack(__global const int *column, __global uchar *residual, __global int *reference,
                             __global uchar *width)
{
    __local int lo[FOR_BLOCK], hi[FOR_BLOCK];
    int lid = get_local_id(0);
    int v = column[get_global_id(0)];

    lo[lid] = hi[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = FOR_BLOCK >> 1; s; s >>= 1) {
        if (lid < s) {
            lo[lid] = min(lo[lid], lo[lid + s]);
            hi[lid] = max(hi[lid], hi[lid + s]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint d = (uint)v - (uint)lo[0];
    residual[get_global_id(0)] = d > 254u ? (uchar)255 : (uchar)d;
    if (lid == 0) {
        reference[get_group_id(0)] = lo[0];
        width[get_group_id(0)] = (uchar)(32u - clz((uint)hi[0] - (uint)lo[0]));
    }
}
