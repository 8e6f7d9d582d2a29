kernel void k(global int *a, int n) {
    int j = 0;
    while (j++ < n) a[j] = 1;
}
