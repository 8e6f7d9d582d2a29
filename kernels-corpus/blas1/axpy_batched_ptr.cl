// Batched axpy with an own alpha for each vector of the batch, offsets taken from a table.
__kernel void axpyBatchedPtr(__global const float *pool, __global float *out,
                             __global const float *alphas, __global const int *xoff,
                             int vectors, int len)
{
    int id = get_global_id(0);
    int b = id / len;
    int e = id % len;

    if (b < vectors)
        out[b * len + e] += alphas[b] * pool[xoff[b] + e];
}
