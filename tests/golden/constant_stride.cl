kernel void k(global int *a) {
    int i = get_global_id(0);
    a[2 * i + 1] = 1;
}
