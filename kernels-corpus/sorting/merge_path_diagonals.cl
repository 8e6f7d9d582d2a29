// Merge path: finds where each diagonal crosses the merge of two sorted arrays by binary search.
__kernel void merge_path_diagonals(__global const int *A, __global const int *B,
                                   __global int2 *cut, const int nA, const int nB, const int tile)
{
    const int d = min((int)get_global_id(0) * tile, nA + nB);
    int lo = max(0, d - nB);
    int hi = min(d, nA);

    for (int it = 0; it < 31 && lo < hi; ++it)
    {
        const int mid = (lo + hi) / 2;
        const int ia = clamp(mid, 0, nA - 1);
        const int ib = clamp(d - 1 - mid, 0, nB - 1);
        if (A[ia] <= B[ib]) lo = mid + 1;
        else                hi = mid;
    }
    cut[get_global_id(0)] = (int2)(lo, d - lo);
}
