// Fixed-point sparse product in coordinate form: each entry adds to its row atomically.
#define FIX_SHIFT 12

typedef struct
{
    uint row;
    uint col;
    int  weight;
} Triplet;

__kernel void CooScatterAtomic(__global const Triplet *pEntries, __global const int *pX,
                               __global int *pY, uint uNnz, uint uRows, uint uCols)
{
    uint uStep = get_global_size(0);
    for (uint e = get_global_id(0); e < uNnz; e += uStep)
    {
        Triplet t = pEntries[e];
        if (t.row < uRows && t.col < uCols)
        {
            long lProd = (long)t.weight * (long)pX[t.col];
            atomic_add(pY + t.row, (int)(lProd >> FIX_SHIFT));
        }
    }
}
