kernel void k(global const float *keys, int n, global const float *wanted, global int *at) {
    int i = get_global_id(0), lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (keys[mid] < wanted[i])
            lo = mid + 1;
        else
            hi = mid;
    }
    at[i] = lo;
}
