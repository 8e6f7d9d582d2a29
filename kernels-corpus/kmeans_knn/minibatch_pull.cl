// Mini-batch k-means: pull every centroid coordinate towards the batch samples that carry its label.
__kernel void minibatch_pull(__global const float *batch, __global const int *owner,
                             __global float *centre, __global int *seen,
                             int batchSize, int dims, int k)
{
    int cell = get_global_id(0);
    int c = cell / dims;
    int f = cell - c * dims;
    if (c >= k)
        return;

    float mu = centre[c * dims + f];
    int count = seen[cell % (k * dims)] & 0xffff;
    for (int s = 0; s < batchSize; ++s) {
        if (owner[s] != c)
            continue;
        ++count;
        float eta = 1.0f / (float)count;
        mu = mad(eta, batch[s * dims + f] - mu, mu);
    }
    centre[c * dims + f] = mu;
    seen[c * dims + f] = count;
}
