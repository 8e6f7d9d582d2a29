kernel void k(global int *a, int n) {
    int j = 0;
    do {
        a[n + j] = 1;
        j++;
    } while (j < n - 5);
}
