// Full-weighting restriction from a fine grid of 2m+1 points a side to a coarse grid of m+1.
#define FINE(i, j) fine[(i) * nf + (j)]

__kernel void mg_full_weight(__global const float *fine, __global float *coarse, const int m)
{
    const int nc = m + 1;
    const int nf = 2 * m + 1;
    const int k = get_global_id(0);
    if (k >= nc * nc) return;
    const int I = k / nc, J = k % nc;
    const int i = 2 * I, j = 2 * J;

    if (I == 0 || J == 0 || I == m || J == m)
        coarse[k] = FINE(i, j);
    else
        coarse[k] = 0.0625f * (FINE(i - 1, j - 1) + FINE(i - 1, j + 1) + FINE(i + 1, j - 1) + FINE(i + 1, j + 1))
                  + 0.125f * (FINE(i - 1, j) + FINE(i + 1, j) + FINE(i, j - 1) + FINE(i, j + 1))
                  + 0.25f * FINE(i, j);
}
