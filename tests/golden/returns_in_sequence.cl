kernel void k(global int *a, int n, int m) {
    int i = get_global_id(0);
    if (i >= n) return;
    if (i < 2) return;
    if (i > m) return;
    a[i - 2] = 1;
}
