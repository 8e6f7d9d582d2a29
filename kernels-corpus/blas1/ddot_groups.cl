// Double precision dot product: one partial result for each work-group.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef double real;

__kernel void ddot_groups(__global const real *restrict u,
                          __global const real *restrict v,
                          __global real *restrict partial,
                          __local real *acc,
                          const int n)
{
    const int lid = get_local_id(0);
    real s = 0.0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        s = fma(u[i], v[i], s);
    acc[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);

    /* halving that also copes with sizes which are no power of two */
    for (int m = get_local_size(0); m > 1; ) {
        const int h = (m + 1) / 2;
        if (lid + h < m)
            acc[lid] += acc[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
        m = h;
    }
    if (lid == 0)
        partial[get_group_id(0)] = acc[0];
}
