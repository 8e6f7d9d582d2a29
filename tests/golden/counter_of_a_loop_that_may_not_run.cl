kernel void k(global int *a, int n) {
    int j = 0;
    while (j < n - 5) j++;
    a[j] = 1;
}
