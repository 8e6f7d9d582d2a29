kernel void k(global int *a, uint n) {
    int s = 0;
    for (uint k = n; k > 0; --k) s += a[k - 1];
    a[0] = s;
}
