kernel void k(global int *a, int n, int m) {
    int j = 0;
    while (j < n && j < m) {
        a[j] = 1;
        j++;
    }
}
