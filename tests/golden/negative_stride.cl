kernel void k(global int *a, int n) {
    a[n - 2 * (int)get_global_id(0)] = 1;
}
