// Gradient of a dense layer with respect to its input: one input unit of one sample per work-item.
__kernel void dense_grad_input(__global const float *restrict dOut,   /* batch x nOut */
                               __global const float *restrict W,      /* nOut x nIn */
                               __global const float *restrict preact, /* batch x nIn */
                               __global float *restrict dIn,          /* batch x nIn */
                               const int batch, const int nIn, const int nOut)
{
    const int gid = get_global_id(0);
    if (gid < batch * nIn) {
        const int b = gid / nIn;
        const int i = gid - b * nIn;
        float g = 0.0f;
        for (int o = 0; o < nOut; ++o)
            g = fma(dOut[b * nOut + o], W[o * nIn + i], g);
        /* the layer below was rectified */
        dIn[gid] = preact[gid] > 0.0f ? g : 0.0f;
    }
}
