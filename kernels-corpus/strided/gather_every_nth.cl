// Decimation by a stride with averaging over the skipped elements.
__kernel void gatherEveryNth(__global const float *in, __global float *out, const int stride, const int outLen)
{
    const int o = get_global_id(0);
    if (o >= outLen)
        return;
    __global const float *w = in + (size_t)o * stride;
    float s = 0.0f;
    for (int k = 0; k < stride; ++k)
        s += w[k];
    out[o] = s / stride;
}
