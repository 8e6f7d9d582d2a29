// Regression moments for least-squares American pricing: in-the-money paths summed per group.
#define M 8
__kernel void lsm_moment_sums(__global const float *spot, __global const float *cash, __global float *groupSums,
                              __local float *red, const float strike, const float disc, const int paths)
{
    const int lid = get_local_id(0), lsz = get_local_size(0);
    float acc[M];
    for (int m = 0; m < M; m++)
        acc[m] = 0.0f;

    for (int p = get_global_id(0); p < paths; p += get_global_size(0)) {
        const float x = spot[p] / strike, y = disc * cash[p];
        if (x < 1.0f) {
            const float x2 = x * x;
            acc[0] += 1.0f; acc[1] += x;      acc[2] += x2;     acc[3] += x2 * x;
            acc[4] += x2 * x2; acc[5] += y;   acc[6] += x * y;  acc[7] += x2 * y;
        }
    }
    for (int m = 0; m < M; m++) {
        red[lid] = acc[m];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int off = 1; off < lsz; off <<= 1) {
            const float other = (lid + off < lsz) ? red[lid + off] : 0.0f;
            barrier(CLK_LOCAL_MEM_FENCE);
            red[lid] += (lid % (2 * off) == 0) ? other : 0.0f;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lid == 0)
            groupSums[get_group_id(0) * M + m] = red[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
