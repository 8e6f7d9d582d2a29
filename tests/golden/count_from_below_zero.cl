kernel void k(global int *a, int n) {
    int j = -1;
    while (++j < n) a[j] = 1;
    a[j] = 5;
}
