// Sparse matrix times vector, rows padded to one length and stored by columns so that lanes read neighbours.
__kernel void spmv_ell(__global const float *val, __global const float *vec, __global const int *cols,
                       __global const uint *rowLengths, const int dim, const uint maxLength, __global float *out)
{
    const uint t = get_global_id(0);
    if (t >= dim) return;
    const uint length = rowLengths[t];
    float result = 0.0;
    for (uint i = 0; i < maxLength; i++) {
        if (i >= length) break;
        const uint at = i * dim + t;
        result = mad(val[at], vec[cols[at]], result);
    }
    out[t] = result;
}
