kernel void k(global int *a, int n) {
    int s = 0;
    for (int k = 0; k < n; k += 4) s += a[k];
    a[0] = s;
}
