// Normalised matched filter against a short template, one lag per work-item, best lag per group.
__kernel void matched_filter_peaks(__global const float *trace, __constant float *templ,
                                   __global float *score, __global int *groupBest,
                                   __local float *bestVal, __local int *bestLag,
                                   const int m, const int lags)
{
    const int lag = get_global_id(0);
    const int lid = get_local_id(0);
    float s = -1.0f;

    if (lag < lags) {
        float cross = 0.0f, energy = 1e-9f;
        for (int k = 0; k < m; ++k) {
            const float v = trace[lag + k];
            cross += v * templ[k];
            energy += v * v;
        }
        s = cross * rsqrt(energy);
        score[lag] = s;
    }
    bestVal[lid] = s;
    bestLag[lid] = lag;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        int arg = 0;
        for (int k = 1; k < (int)get_local_size(0); ++k)
            if (bestVal[k] > bestVal[arg])
                arg = k;
        groupBest[get_group_id(0)] = bestLag[arg];
    }
}
