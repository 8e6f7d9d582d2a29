kernel void k(global int *a, int n) {
    int j = get_global_id(0);
    while (j < n) {
        a[j] = 1;
        j += 32;
    }
}
