kernel void k(global int *a, int n) {
    int j = 0;
    do {
        a[j] = 1;
        j += 2;
    } while (j < n);
}
