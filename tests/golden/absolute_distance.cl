kernel void k(global int *a, int c) {
    a[abs((int)get_global_id(0) - c)] = 1;
}
