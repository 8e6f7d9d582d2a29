// Points by rows become features by columns, a point a work-item: what k-means does before its first round.
__kernel void kmeans_swap(__global const float *feature, __global float *feature_swap, int npoints, int nfeatures)
{
    unsigned int tid = get_global_id(0);
    for (int i = 0; i < nfeatures; i++)
        if (tid < npoints)
            feature_swap[i * npoints + tid] = feature[tid * nfeatures + i];
}
