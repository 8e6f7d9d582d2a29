// Standardises columns of a row-major table in place, with winsorising at a given number of deviations.
__kernel void zscore_columns(__global float *Table, int nRows, int nCols, float fLimit)
{
    int iCol = get_global_id(0);

    if (iCol < nCols)
    {
        float fSum = 0.0f, fComp = 0.0f;
        for (int i = 0; i < nRows; i++)
        {
            float y = Table[i * nCols + iCol] - fComp;
            float t = fSum + y;
            fComp = (t - fSum) - y;
            fSum = t;
        }
        float fMean = fSum / nRows, fVar = 0.0f;
        for (int i = 0; i < nRows; i++)
        {
            float d = Table[i * nCols + iCol] - fMean;
            fVar += d * d;
        }
        float fInv = rsqrt(fVar / nRows + 1e-12f);
        for (int i = 0; i < nRows; i++)
        {
            float z = (Table[i * nCols + iCol] - fMean) * fInv;
            Table[i * nCols + iCol] = clamp(z, -fLimit, fLimit);
        }
    }
}
