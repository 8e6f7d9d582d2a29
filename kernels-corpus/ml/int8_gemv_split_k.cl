// Split-K int8 matrix-vector product: 32 work-items share a row, partial dots meet in local memory.
#define LANES 32

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void int8_gemv_split_k(__global const char16 *W, __global const char16 *x, __global int *y, const int cols16)
{
    __local int part[128];
    const int t = get_local_id(0);
    const int lane = t % LANES;
    const int row = get_group_id(0) * (128 / LANES) + t / LANES;
    int sum = 0;

    for (int c = lane; c < cols16; c += LANES) {
        const short16 p = convert_short16(W[row * cols16 + c]) * convert_short16(x[c]);
        const int8 q = convert_int8(p.lo) + convert_int8(p.hi);
        const int4 r = q.lo + q.hi;
        sum += r.x + r.y + r.z + r.w;
    }
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_lanes = LANES / 2; half_lanes >= 1; half_lanes /= 2) {
        if (lane < half_lanes)
            part[t] += part[t + half_lanes];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        y[row] = part[t];
}
