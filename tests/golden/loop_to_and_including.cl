kernel void k(global int *a, int n) {
    for (int k = 0; k <= n; k++) a[k] = k;
}
