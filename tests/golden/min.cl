kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    a[min(i, n - 1)] = 1;
}
