// Scores samples with a forest of oblivious trees: one comparison a level sets one bit of the leaf index.
__kernel void oblivious_forest_score(__global const float *features, __global const uchar *splitFeature,
                                     __constant float *splitValue, __global const float *leaf,
                                     __global float *score, const int nFeatures, const int nTrees, const int depth)
{
    const int s = get_global_id(0);
    __global const float *f = features + s * nFeatures;
    const int d = min(depth, 10);
    float total = 0.0f;

    for (int t = 0; t < nTrees; ++t) {
        uint idx = 0;
        for (int l = 0; l < d; ++l) {
            const int which = splitFeature[t * d + l] % nFeatures;
            idx |= (uint)(f[which] > splitValue[t * d + l]) << l;
        }
        total += leaf[t * 1024 + (idx & 1023u)];
    }
    score[s] = 1.0f / (1.0f + exp(-total));
}
