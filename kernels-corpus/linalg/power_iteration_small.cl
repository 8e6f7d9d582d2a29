// Power iteration on many small dense matrices with normalisation by the largest component.
#define MAX_DIM 16

__kernel void power_iteration_small(__global const float *mats, __global float *lambda, __global float *vecs,
                                    int dim, int iters, int count)
{
    float v[MAX_DIM], w[MAX_DIM];
    int id = get_global_id(0);
    int n = min(dim, MAX_DIM);
    float big = 1.0f;

    if (id >= count)
        return;
    __global const float *A = mats + id * n * n;
    for (int i = 0; i < n; i++)
        v[i] = 1.0f;
    for (int t = 0; t < iters; t++) {
        big = 0.0f;
        for (int i = 0; i < n; i++) {
            float s = 0.0f;
            for (int j = 0; j < n; j++)
                s += A[i * n + j] * v[j];
            w[i] = s;
            if (fabs(s) > fabs(big))
                big = s;
        }
        for (int i = 0; i < n; i++)
            v[i] = big != 0.0f ? w[i] / big : 0.0f;
    }
    lambda[id] = big;
    for (int i = 0; i < n; i++)
        vecs[id * n + i] = v[i];
}
