// Average pooling of a one-dimensional signal batch with any window and stride, counting only real samples.
__kernel void avgpool_window_stride(__global const float *sig, __global float *avg,
                                    int batch, int len, int window, int stride)
{
    const int outLen = (len - 1) / stride + 1;
    const int id = get_global_id(0);
    const int b = id / outLen, o = id % outLen;
    if (b < batch) {
        const int from = o * stride;
        const int to   = min(from + window, len);
        float s = 0;
        __global const float *p = sig + b * len + from;
        for (int n = to - from; n > 0; --n)
            s += *p++;
        avg[id] = s / (float)(to - from);
    }
}
