kernel void k(global int *a, int n) {
    for (int s = 1; s < n; s *= 2) a[s] = 1;
}
