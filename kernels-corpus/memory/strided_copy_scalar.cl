// Copies elements from one stride to another, strides and counts are run-time scalars.
__kernel void strided_copy_scalar(__global const double *src, const int src_stride,
                                  __global double *dst, const int dst_stride, const int count)
{
    int i = get_global_id(0);
    if (i >= count) return;
    dst[i * dst_stride] = src[i * src_stride];
}
