kernel void k(global int *a, int n) {
    int s = n;
    while (s > 1) {
        s /= 4;
        a[s] = 1;
    }
}
