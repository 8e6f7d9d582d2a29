// Silhouette value of every point: mean distances to its own and to the other clusters, one dimension.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CLUSTERS 6

__kernel void silhouette_terms(__global const double *value, __global const uchar *cluster,
                               __global double *sil, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    double sum[CLUSTERS];
    int cnt[CLUSTERS];
    for (int c = 0; c < CLUSTERS; c++) {
        sum[c] = 0.0;
        cnt[c] = 0;
    }
    for (int j = 0; j < n; j++) {
        int c = cluster[j] % CLUSTERS;
        sum[c] += fabs(value[j] - value[i]);
        cnt[c]++;
    }
    int own = cluster[i] % CLUSTERS;
    double a = sum[own] / (double)max(cnt[own] - 1, 1);
    double b = DBL_MAX;
    for (int c = 0; c < CLUSTERS; c++)
        if (c != own && cnt[c] > 0)
            b = fmin(b, sum[c] / cnt[c]);
    sil[i] = b < DBL_MAX ? (b - a) / fmax(fmax(a, b), 1e-12) : 0.0;
}
