// Builds the Householder vector of one column a work-group: norm, beta and tau by a shared tree.
__kernel void householderVectorGroup(__global const float *cols, __global float *v, __global float2 *betaTau,
                                     __local float *sq, int len)
{
    int lid = get_local_id(0), ls = get_local_size(0);
    int col = get_group_id(0);
    __global const float *x = cols + col * len;
    float s = 0.0f;

    for (int i = lid + 1; i < len; i += ls)
        s += x[i] * x[i];
    sq[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = 1; stride < ls; stride *= 2)
    {
        int k = 2 * stride * lid;
        if (k + stride < ls)
            sq[k] += sq[k + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float alpha = x[0], tail = sq[0];
    float mu = sqrt(alpha * alpha + tail);
    float v0 = alpha <= 0.0f ? alpha - mu : -tail / (alpha + mu);
    float scale = v0 != 0.0f ? 1.0f / v0 : 0.0f;

    for (int i = lid; i < len; i += ls)
        v[col * len + i] = i == 0 ? 1.0f : x[i] * scale;
    if (lid == 0)
        betaTau[col] = (float2)(mu, tail > 0.0f ? 2.0f * v0 * v0 / (tail + v0 * v0) : 0.0f);
}
