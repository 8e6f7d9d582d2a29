kernel void k(global int *a) {
    int i = get_global_id(0);
    int o[2] = {0, 3};
    a[i + o[i & 1]] = 1;
}
