kernel void k(global int *a, int n) {
    int k = 0;
    do {
        a[k] = 1;
        k++;
    } while (k < n);
}
