// LU factors of a batch of small matrices in place, without pivoting, one matrix a work-item.
__kernel void luBatchDoolittle(__global float *mats, const int n, const int batch)
{
    const int b = get_global_id(0);
    if (b >= batch)
        return;
    __global float *a = mats + b * n * n;

    for (int k = 0; k < n; ++k) {
        const float piv = a[k * n + k];
        const float inv = fabs(piv) > FLT_MIN ? 1.0f / piv : 0.0f;
        for (int i = k + 1; i < n; ++i) {
            const float l = a[i * n + k] * inv;
            a[i * n + k] = l;
            for (int j = k + 1; j < n; ++j)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
}
