kernel void k(global int *a, int n) {
    for (int j = n - 1; j >= 0; j--) a[j] = j;
}
