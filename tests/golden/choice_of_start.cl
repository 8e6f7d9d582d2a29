kernel void k(global int *a) {
    int i = get_global_id(0);
    a[i < 4 ? 0 : i - 4] = 1;
}
