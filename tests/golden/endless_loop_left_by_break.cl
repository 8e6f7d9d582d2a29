kernel void k(global int *a, int n) {
    int k = 0;
    while (1) {
        if (k >= n) break;
        a[k] = 1;
        k++;
    }
}
