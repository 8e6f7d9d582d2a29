kernel void k(global int *a, int n) {
    for (int j = 0; j < n && j < 16; j++) a[j] = 1;
}
