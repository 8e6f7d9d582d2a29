kernel void k(global int *a, int n) {
    for (int k = 0; k < n; k++) {
        if (k < 2) continue;
        a[k - 2] = 1;
    }
}
