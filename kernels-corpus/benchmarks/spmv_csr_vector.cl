// Sparse matrix times vector, compressed rows, a bundle of 32 lanes for each row and a tree over their sums.
#define BUNDLE 32

__kernel void spmv_csr_vector(__global const float *val, __global const float *vec, __global const int *cols,
                              __global const int *rowDelimiters, const int dim, __global float *out,
                              __local volatile float *partialSums)
{
    const int t = get_local_id(0);
    const int lane = t & (BUNDLE - 1);
    const int myRow = get_group_id(0) * (get_local_size(0) / BUNDLE) + t / BUNDLE;
    float mySum = 0;

    if (myRow < dim) {
        const int stop = rowDelimiters[myRow + 1];
        for (int j = rowDelimiters[myRow] + lane; j < stop; j += BUNDLE)
            mySum += val[j] * vec[cols[j]];
    }
    partialSums[t] = mySum;
    for (int step = BUNDLE / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < step) partialSums[t] += partialSums[t + step];
    }
    if (lane == 0 && myRow < dim) out[myRow] = partialSums[t];
}
