kernel void k(global int *a, int n, int step) {
    int j = get_global_id(0);
    do {
        a[j] = 1;
        j += step;
    } while (j < n);
}
