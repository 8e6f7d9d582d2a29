kernel void k(global int *a, int n) {
    for (int l = 0, r = n - 1; l < r; l++, r--) {
        int t = a[l];
        a[l] = a[r];
        a[r] = t;
    }
}
