kernel void k(global int *a, int n, int m) {
    int d = n - m;
    while (d--) a[d] = 1;
}
