// Transposed one-dimensional convolution written as a gather from the inputs that reach an output sample.
__kernel void TransposedConv1D(__global const float *pInput, __global const float *pKernel, __global float *pOutput,
                               int nInput, int nTaps, int nStride)
{
    const int nOutput = (nInput - 1) * nStride + nTaps;
    const int o = get_global_id(0);

    if (o < nOutput)
    {
        float fSum = 0.0f;
        const int iLast = min(o / nStride, nInput - 1);
        const int iFirst = max((o - nTaps + nStride) / nStride, 0);
        for (int i = iFirst; i <= iLast; ++i)
        {
            const int k = o - i * nStride;
            if (k >= 0 && k < nTaps)
                fSum += pInput[i] * pKernel[k];
        }
        pOutput[o] = fSum;
    }
}
