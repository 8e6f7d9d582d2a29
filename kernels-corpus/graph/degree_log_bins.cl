// Degree statistics: logarithmic degree bins and the largest degree of a CSR graph.
#define LOGBINS 32

kernel void degree_log_bins(global const uint *offs, global uint *bins, global uint *maxdeg, uint n)
{
    local uint lbin[LOGBINS];
    local uint lmax;
    uint l = get_local_id(0);

    if (l < LOGBINS) lbin[l] = 0;
    if (l == 0) lmax = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint v = get_global_id(0); v < n; v += get_global_size(0)) {
        uint d = offs[v + 1] - offs[v];
        atomic_inc(&lbin[(31 - clz(d | 1u)) & (LOGBINS - 1)]);
        atomic_max(&lmax, d);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (l < LOGBINS) atomic_add(&bins[l], lbin[l]);
    if (l == 0) atomic_max(maxdeg, lmax);
}
