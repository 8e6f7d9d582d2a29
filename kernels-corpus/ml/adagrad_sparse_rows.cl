// Adagrad on only the touched embedding rows: row ids come from a list, one feature per work-item.
__kernel void AdagradSparseRows(__global const uint *pRows, __global const float *pGrad,
                                __global float *pTable, __global float *pAccum,
                                uint nTouched, uint nDim, uint nVocab, float fRate)
{
    const uint iWork = get_global_id(0);
    const uint iSlot = iWork / nDim;
    if (iSlot < nTouched)
    {
        const uint iRow = pRows[iSlot];
        if (iRow < nVocab)
        {
            const uint iCell = iRow * nDim + iWork % nDim;
            const float fG = pGrad[iSlot * nDim + iWork % nDim];
            const float fA = pAccum[iCell] + fG * fG;
            pAccum[iCell] = fA;
            pTable[iCell] -= fRate * fG / (native_sqrt(fA) + 1e-10f);
        }
    }
}
