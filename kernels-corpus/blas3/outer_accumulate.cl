// Sums of outer products of short feature vectors, the upper half of a covariance matrix.
__kernel void outer_accumulate(__global const float *feat, __global const float *mean, __global float *cov,
                               const int samples, const int dim)
{
    const int tid = get_global_id(0);
    const int a = tid / dim;
    const int b = tid % dim;

    if (a < dim) {
        if (b >= a) {
            const float ma = mean[a];
            const float mb = mean[b];
            float c = 0.0f;
            for (int s = 0; s < samples; s++) {
                __global const float *f = feat + (size_t)s * dim;
                c += (f[a] - ma) * (f[b] - mb);
            }
            cov[a * dim + b] = c / (float)max(samples - 1, 1);
        } else {
            cov[a * dim + b] = 0.0f;
        }
    }
}
