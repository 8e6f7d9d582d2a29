// RMS normalisation of a token row by one work-group, partial squares reduced through strided local sums.
__kernel void rms_norm_group(const __global float *in, const __global float *weight, __global float *out,
                             __local float *sq, const uint dim, const float eps)
{
    const uint lid = get_local_id(0), L = get_local_size(0);
    const ulong base = (ulong)get_group_id(0) * dim;

    float acc = 0.0f;
    for (uint d = lid; d < dim; d += L) {
        const float v = in[base + d];
        acc = mad(v, v, acc);
    }
    sq[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);

    /* first 32 items fold, the first one finishes */
    if (lid < 32)
        for (uint j = lid + 32; j < L; j += 32)
            sq[lid] += sq[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    float total = 0.0f;
    for (uint j = 0; j < 32; ++j)
        total += sq[j];

    const float r = rsqrt(total / (float)dim + eps);
    for (uint d = lid; d < dim; d += L)
        out[base + d] = in[base + d] * r * weight[d];
}
