kernel void k(global int *a, int o) {
    int i = get_global_id(0);
    a[o - i] = 1;
}
