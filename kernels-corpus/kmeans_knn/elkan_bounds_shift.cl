// Elkan bounds after the centroids moved: loosen by the shifts and flag the points that need a new search.
__kernel void elkan_bounds_shift(__global float *upper, __global float *lower, __global const int *assigned,
                                 __global const float *shift, __global const float *halfGap,
                                 __global uchar *stale, const int nPoints, const int nCentroids)
{
    const int p = get_global_id(0);
    if (p >= nPoints)
        return;
    const int a = assigned[p];
    const float u = upper[p] + shift[a];
    int open = 0;
    for (int c = 0; c < nCentroids; c++) {
        const float l = fmax(lower[c * nPoints + p] - shift[c], 0.0f);
        lower[c * nPoints + p] = l;
        open |= (c != a) & (u > l);
    }
    upper[p] = u;
    stale[p] = open && u > halfGap[a];
}
