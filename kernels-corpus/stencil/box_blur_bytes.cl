// Box blur of an 8-bit image with replicated borders; pitch in bytes, radius at run time.
static int clampIndex(int v, int count)
{
    return v < 0 ? 0 : (v >= count ? count - 1 : v);
}

__kernel void BoxBlurBytes(__global const uchar* pSrc, __global uchar* pDst,
                           int iWidth, int iHeight, int iPad, int iRadius)
{
    int iPitch = iWidth + iPad;
    int iCount = iWidth * iHeight;

    for (int i = (int)get_global_id(0); i < iCount; i += (int)get_global_size(0))
    {
        int x = i % iWidth;
        int y = i / iWidth;
        uint uSum = 0, uTaps = 0;
        for (int dy = -iRadius; dy <= iRadius; ++dy)
        {
            __global const uchar* pRow = pSrc + clampIndex(y + dy, iHeight) * iPitch;
            for (int dx = -iRadius; dx <= iRadius; ++dx)
            {
                uSum += pRow[clampIndex(x + dx, iWidth)];
                ++uTaps;
            }
        }
        pDst[y * iPitch + x] = (uchar)((uSum + uTaps / 2) / uTaps);
    }
}
