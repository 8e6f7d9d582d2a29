// Scaled forward step of a hidden Markov model, one sequence per group, states across the local work-items.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void hmm_forward_scaled(__global float *alpha, __global const float *trans, __global const float *emit,
                        __global const uchar *symbol, __global float *logScale, const int steps)
{
    __local float prev[32];
    __local float red[32];
    const int s = get_local_id(0);
    const int seq = get_group_id(0);
    float a = alpha[seq * 32 + s];
    float ll = 0.0f;

    for (int t = 0; t < steps; ++t) {
        prev[s] = a;
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0.0f;
        for (int r = 0; r < 32; ++r)
            sum = mad(prev[r], trans[r * 32 + s], sum);
        a = sum * emit[(symbol[seq * steps + t] & 3) * 32 + s];
        red[s] = a;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int h = 16; h > 0; h /= 2) {
            if (s < h) red[s] += red[s + h];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const float z = fmax(red[0], FLT_MIN);
        a /= z;
        ll += log(z);
    }
    alpha[seq * 32 + s] = a;
    if (s == 0)
        logScale[seq] = ll;
}
