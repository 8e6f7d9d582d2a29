// Splits the merged sequence of row ends and entries evenly: binary search on each diagonal.
kernel void csrMergePathFind(global const int *rowEnds, global int2 *coords,
                             const int rows, const int nnz, const int perThread)
{
    const int tid = get_global_id(0);
    const int diag = min(tid * perThread, rows + nnz);
    int lo = max(diag - nnz, 0);
    int hi = min(diag, rows);

    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        if (rowEnds[min(mid, rows - 1)] <= diag - mid - 1)
            lo = mid + 1;
        else
            hi = mid;
    }
    coords[tid] = (int2)(lo, diag - lo);
}
