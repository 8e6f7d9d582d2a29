// Scatter pass of a stable compaction: flags and their exclusive sums tell each element's place.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void compactScatterOffsets(__global const double *x, __global const uchar *flag,
                                    __global const uint *offset, __global double *packed,
                                    __global uint *origin, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        if (flag[i] != 0) {
            uint to = min(offset[i], n - 1);
            packed[to] = x[i];
            origin[to] = i;
        }
    }
}
