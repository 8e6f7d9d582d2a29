// Image batch layout change from planar to channel-last, output order drives the work-items.
__kernel void nchwToNhwc(__global const float *restrict pIn, __global float *restrict pOut,
                         const uint nBatch, const uint nChan, const uint nPix)
{
    const uint nTotal = nBatch * nChan * nPix;
    for (uint nOut = get_global_id(0); nOut < nTotal; nOut += get_global_size(0))
    {
        const uint nC = nOut % nChan;
        const uint nRest = nOut / nChan;
        const uint nP = nRest % nPix;
        const uint nB = nRest / nPix;
        pOut[nOut] = pIn[(nB * nChan + nC) * nPix + nP];
    }
}
