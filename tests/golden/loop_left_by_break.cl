kernel void k(global int *a, int n, int m) {
    for (int j = 0; j < n; j++) {
        if (j >= m) break;
        a[j] = 1;
    }
}
