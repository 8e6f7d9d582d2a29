kernel void k(global int *a, global int *b) {
    int j = get_local_id(0);
    a[j] = 1;
    j = 2 * get_global_id(0);
    b[j] = 1;
}
