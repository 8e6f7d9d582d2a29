// Running mean, variance and third moment of one fixed-length segment for each work-item.
struct Moments
{
    float mean;
    float var;
    float third;
    uint  length;
};

__kernel void SegmentMoments(__global const float* pIn, __global struct Moments* pOut,
                             uint nSegments, uint nLen)
{
    uint iSeg = get_global_id(0);
    if (iSeg >= nSegments) { return; }

    float fMean = 0.0f, fM2 = 0.0f, fM3 = 0.0f;
    for (uint k = 0; k < nLen; k++)
    {
        float fN   = (float)(k + 1);
        float fDel = pIn[iSeg * nLen + k] - fMean;
        float fDn  = fDel / fN;
        float fT   = fDel * fDn * (float)k;
        fM3 += fT * fDn * (fN - 2.0f) - 3.0f * fDn * fM2;
        fM2 += fT;
        fMean += fDn;
    }

    struct Moments m;
    m.mean = fMean;
    m.var = fM2 / (float)nLen;
    m.third = fM3 / (float)nLen;
    m.length = nLen;
    pOut[iSeg] = m;
}
