// Row pass of an integral image: a work-group scans one row in chunks and carries the running total.
#define WG 64

__attribute__((reqd_work_group_size(WG, 1, 1)))
__kernel void integral_rows_scan(__global const uchar *gray, __global uint *integral, const int width)
{
    __local uint s[WG];
    const int l = get_local_id(0);
    __global const uchar *in = gray + get_group_id(0) * width;
    __global uint *out = integral + get_group_id(0) * width;
    uint carry = 0;

    for (int start = 0; start < width; start += WG) {
        const int x = start + l;
        s[l] = x < width ? in[x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < WG; d *= 2) {
            const uint add = l >= d ? s[max(l - d, 0)] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            s[l] += add;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (x < width)
            out[x] = carry + s[l];
        carry += s[WG - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
