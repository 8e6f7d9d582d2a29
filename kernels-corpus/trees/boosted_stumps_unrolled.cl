// Scores a sample by boosted trees of depth two, all written out: many branches, no loop.
#define TREE(f0, c0, f1, c1, f2, c2, w0, w1, w2, w3)                                               \
    if (f0 < c0) {                                                                                 \
        if (f1 < c1) score += w0;                                                                  \
        else score += w1;                                                                          \
    } else {                                                                                       \
        if (f2 < c2) score += w2;                                                                  \
        else score += w3;                                                                          \
    }

__kernel void boosted_stumps(__global const float8 *features, __global float *scores, __global uchar *label, const int samples)
{
    const int s = get_global_id(0);
    if (s >= samples) return;
    const float8 f = features[s];
    float score = 0.0f;
    TREE(f.s0, 0.31f, f.s1, 0.52f, f.s2, 0.18f, -0.41f, 0.12f, 0.33f, -0.05f)
    TREE(f.s3, 0.77f, f.s0, 0.11f, f.s5, 0.63f, 0.27f, -0.36f, 0.08f, 0.19f)
    TREE(f.s6, 0.25f, f.s7, 0.92f, f.s1, 0.44f, -0.15f, 0.22f, -0.31f, 0.06f)
    TREE(f.s2, 0.58f, f.s4, 0.35f, f.s6, 0.71f, 0.09f, -0.18f, 0.25f, -0.27f)
    if (score > 1.0f) {
        label[s] = 2;
        scores[s] = score;
        return;
    }
    TREE(f.s5, 0.49f, f.s3, 0.66f, f.s7, 0.13f, -0.07f, 0.14f, -0.21f, 0.28f)
    TREE(f.s1, 0.84f, f.s2, 0.29f, f.s4, 0.55f, 0.17f, -0.03f, 0.11f, -0.24f)
    TREE(f.s7, 0.38f, f.s6, 0.61f, f.s0, 0.73f, -0.13f, 0.20f, -0.10f, 0.16f)
    TREE(f.s4, 0.15f, f.s5, 0.87f, f.s3, 0.42f, 0.04f, -0.23f, 0.18f, -0.08f)
    if (score < -1.0f) {
        label[s] = 0;
        scores[s] = score;
        return;
    }
    TREE(f.s0, 0.69f, f.s4, 0.24f, f.s1, 0.57f, -0.06f, 0.05f, 0.13f, -0.11f)
    TREE(f.s2, 0.33f, f.s7, 0.46f, f.s5, 0.81f, 0.10f, -0.09f, -0.02f, 0.07f)
    TREE(f.s3, 0.21f, f.s6, 0.94f, f.s2, 0.62f, -0.12f, 0.01f, 0.15f, -0.04f)
    TREE(f.s6, 0.53f, f.s1, 0.17f, f.s7, 0.68f, 0.08f, -0.14f, -0.16f, 0.03f)
    label[s] = score > 0.0f ? 1 : 0;
    scores[s] = score;
}
