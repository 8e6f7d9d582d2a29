kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    a[i < n ? i : n - 1] = 1;
}
