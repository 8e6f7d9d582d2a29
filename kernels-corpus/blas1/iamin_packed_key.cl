// Position of the smallest absolute value by a packed 32-bit key and an atomic minimum.
#define POS_BITS 16

__kernel void iaminPackedKey(__global const short *pData, __global uint *pBest, const uint nLen)
{
    uint nMine = UINT_MAX;
    for (uint i = get_global_id(0); i < nLen; i += get_global_size(0))
    {
        const uint nMag = (uint)abs(pData[i]);
        const uint nKey = (nMag << POS_BITS) | (i & ((1u << POS_BITS) - 1u));
        nMine = min(nMine, nKey);
    }
    if (nMine != UINT_MAX)
        atomic_min(&pBest[0], nMine);
}
