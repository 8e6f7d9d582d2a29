kernel void k(global int *a, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = 1;
}
