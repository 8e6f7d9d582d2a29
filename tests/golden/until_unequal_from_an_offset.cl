kernel void k(global int *a, int from, int n) {
    for (int j = from; j != n; j++) a[j] = 1;
}
