kernel void k(global int *a, int n) {
    for (int k = 0; k < n;) a[k] = 1;
}
