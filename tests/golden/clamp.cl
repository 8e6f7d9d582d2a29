kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    a[clamp(i - 3, 0, n - 1)] = 1;
}
