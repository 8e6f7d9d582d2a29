kernel void k(global int *a, uint n) {
    for (uint d = 1; d <= n; d <<= 1) a[d] = 1;
}
