kernel void k(global int *a, int n) {
    while (n-- > 0) a[n] = 1;
    a[n] = 2;
}
