// Assign each point to its nearest centroid; features are stored feature-major.
__kernel void assign_centroid(__global const float *features,
                              __global const float *centroids,
                              __global int *membership,
                              const int npoints,
                              const int nclusters,
                              const int nfeatures)
{
    const int pt = get_global_id(0);

    if (pt < npoints) {
        int   bestIdx = 0;
        float bestDst = FLT_MAX;

        for (int c = 0; c < nclusters; c++) {
            float dst = 0.0f;
            for (int f = 0; f < nfeatures; f++) {
                float diff = features[f * npoints + pt] - centroids[c * nfeatures + f];
                dst += diff * diff;
            }
            if (dst < bestDst) {
                bestDst = dst;
                bestIdx = c;
            }
        }
        membership[pt] = bestIdx;
    }
}
