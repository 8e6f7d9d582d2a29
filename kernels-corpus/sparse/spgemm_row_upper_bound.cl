// Upper bound of the entries in each row of a sparse product, by summing the lengths of the rows met.
kernel void spgemmRowUpperBound(global const int *aPtr, global const int *aCol, global const int *bLen,
                                global int *bound, volatile global int *widest, int rows)
{
    int r = get_global_id(0);
    if (r < rows) {
        int total = 0;
        for (int p = aPtr[r]; p < aPtr[r + 1]; ++p)
            total += max(bLen[aCol[p]], 0);
        bound[r] = total;
        atomic_max(widest, total);
    }
}
