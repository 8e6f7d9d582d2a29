kernel void k(global int *a, int m) {
    int i = get_global_id(0);
    a[i % m] = 1;
}
