kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    if (2 * i < n) a[2 * i + 1] = 1;
}
