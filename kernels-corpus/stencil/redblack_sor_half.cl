// Half a red-black SOR sweep, in place: only the cells of one colour are visited.
__kernel void redblack_sor_half(__global float *Phi, __global const float *Rhs,
                                int iCols, int iRows, int iColour, float fOmega)
{
    int iHalf = (iCols + 1) / 2;
    int iId   = get_global_id(0);
    int iRow  = iId / iHalf;
    int iCol  = 2 * (iId % iHalf) + ((iRow + iColour) & 1);

    bool bInside = iRow > 0 && iRow < iRows - 1 && iCol > 0 && iCol < iCols - 1;
    if (bInside)
    {
        int   iAt  = iRow * iCols + iCol;
        float fGs  = 0.25f * (Phi[iAt - 1] + Phi[iAt + 1] + Phi[iAt - iCols] + Phi[iAt + iCols] - Rhs[iAt]);
        Phi[iAt]  += fOmega * (fGs - Phi[iAt]);
    }
}
