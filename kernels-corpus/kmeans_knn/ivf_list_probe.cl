// Inverted-file search: each query scans the posting list of its chosen cell and keeps the nearest vector.
__kernel void ivf_list_probe(__global const int *listStart, __global const int *cellOfQuery,
                             __global const float *base, __global const float *queries,
                             __global int *nnId, __global float *nnDist, const int dim, const int nq)
{
    int q = get_global_id(0);
    if (q >= nq) return;

    int cell = cellOfQuery[q];
    float best = HUGE_VALF;
    int arg = -1;
    for (int e = listStart[cell]; e < listStart[cell + 1]; e++) {
        float acc = 0.0f;
        for (int d = 0; d < dim; d++) {
            float t = base[e * dim + d] - queries[q * dim + d];
            acc = fma(t, t, acc);
        }
        if (acc < best) {
            best = acc;
            arg = e;
        }
    }
    nnId[q] = arg;
    nnDist[q] = best;
}
