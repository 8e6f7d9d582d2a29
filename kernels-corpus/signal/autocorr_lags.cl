// Normalised autocorrelation: each group takes lags in turn, its work-items share the sum.
#define TPB 64

__attribute__((reqd_work_group_size(TPB, 1, 1)))
__kernel void autocorr_lags(__global const float *sig, __global float *acf,
                            const int len, const int lags)
{
    __local float num[TPB], den[TPB];
    const int id = get_local_id(0);

    for (int lag = get_group_id(0); lag < lags; lag += get_num_groups(0)) {
        float a = 0.0f, b = 1e-12f;
        for (int i = id; i < len; i += TPB) {
            const float v = sig[i];
            b += v * v;
            if (i >= lag)
                a += v * sig[i - lag];
        }
        num[id] = a;
        den[id] = b;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int d = TPB / 2; d; d /= 2) {
            if (id < d) {
                num[id] += num[id + d];
                den[id] += den[id + d];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (id == 0)
            acf[lag] = num[0] / den[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
