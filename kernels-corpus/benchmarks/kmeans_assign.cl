// Nearest cluster of each point: features stored by columns, squared distances, index of the least.
__kernel void kmeans_assign(__global const float *feature, __global const float *clusters, __global int *membership,
                            int npoints, int nclusters, int nfeatures)
{
    unsigned int point_id = get_global_id(0);
    int index = 0;
    if (point_id < npoints)
    {
        float min_dist = FLT_MAX;
        for (int i = 0; i < nclusters; i++)
        {
            float ans = 0;
            for (int l = 0; l < nfeatures; l++)
            {
                float d = feature[l * npoints + point_id] - clusters[i * nfeatures + l];
                ans += d * d;
            }
            if (ans < min_dist)
            {
                min_dist = ans;
                index = i;
            }
        }
        membership[point_id] = index;
    }
}
