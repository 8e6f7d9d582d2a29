kernel void k(global const int *a, global int *o, int n, int v) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] < v)
            lo = mid + 1;
        else
            hi = mid;
    }
    o[get_global_id(0)] = lo;
}
