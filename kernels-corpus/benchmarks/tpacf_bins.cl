// Two-point angular correlation: each point against a window of others, dot products sorted into bins by search.
#define NBINS 20

__constant float binb[NBINS] = {
    0.9999f, 0.9998f, 0.9996f, 0.9993f, 0.9988f, 0.9980f, 0.9966f, 0.9943f, 0.9905f, 0.9842f,
    0.9737f, 0.9564f, 0.9279f, 0.8811f, 0.8052f, 0.6835f, 0.4927f, 0.2050f, -0.1936f, -0.6745f};

__kernel void tpacf_bins(__global const float4 *first, __global const float4 *second, __global int *hists, int n, int m)
{
    __local int bins[NBINS + 1];
    const int gid = get_global_id(0);

    if (get_local_id(0) <= NBINS) bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gid < n) {
        const float4 p = normalize(first[gid]);
        for (int j = 0; j < m; j++) {
            const float4 q = normalize(second[j]);
            const float d = p.x * q.x + p.y * q.y + p.z * q.z;
            int lo = 0, hi = NBINS;
            for (int turn = 0; turn < 5; turn++) {
                int k = (lo + hi) / 2;
                if (k < NBINS && d < binb[k]) lo = k + 1;
                else hi = k;
                if (lo > hi) lo = hi;
            }
            atomic_inc(&bins[clamp(lo, 0, NBINS)]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) <= NBINS)
        hists[get_group_id(0) * (NBINS + 1) + get_local_id(0)] = bins[get_local_id(0)];
}
