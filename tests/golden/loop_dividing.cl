kernel void k(global int *a, uint n) {
    for (uint s = n; s > 0; s /= 2) a[s - 1] = 1;
}
