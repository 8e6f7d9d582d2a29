kernel void k(global int *a, int n, int m) {
    int i = get_global_id(0);
    if (i < n && i < m && i > 3) a[i - 4] = 1;
}
