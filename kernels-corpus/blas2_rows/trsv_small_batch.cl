// Solves a lower-triangular system by forward substitution, one small system a work-item.
#define MAXN 24

__kernel void trsv_small_batch(__global const float *L, __global const float *rhs,
                               __global float *sol, int order, int systems)
{
    float z[MAXN];
    const int s = get_global_id(0);
    const int n = min(order, MAXN);

    if (s >= systems) return;
    __global const float *Ls = L + s * n * n;
    __global const float *bs = rhs + s * n;

    for (int i = 0; i < n; ++i) {
        float t = bs[i];
        for (int j = 0; j < i; ++j)
            t -= Ls[i * n + j] * z[j];
        float d = Ls[i * n + i];
        z[i] = fabs(d) > 1e-20f ? t / d : 0.0f;
    }
    for (int i = 0; i < n; ++i)
        sol[s * n + i] = z[i];
}
