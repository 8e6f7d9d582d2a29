// Minkowski distances of order p between the rows of two matrices, all pairs flattened.
kernel void minkowski_distance_rows(const global float *A, const global float *B, global float *D,
                                    const int m, const int n, const int dim, const float p)
{
    for (int e = get_global_id(0); e < m * n; e += get_global_size(0)) {
        const global float *a = A + (e / n) * dim;
        const global float *b = B + (e % n) * dim;
        float scale = 0.0f, s = 0.0f;
        for (int k = 0; k < dim; ++k)
            scale = max(scale, fabs(a[k] - b[k]));
        for (int k = 0; k < dim; ++k)
            s += powr(fabs(a[k] - b[k]) / fmax(scale, 1e-20f), p);
        D[e] = scale * rootn(powr(s, 1.0f / p), 1);
    }
}
