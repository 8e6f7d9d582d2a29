kernel void k(global int *a, int n, int s) {
    for (int j = get_global_id(0); j < n; j += s) a[j] = 1;
}
