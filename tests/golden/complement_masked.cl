kernel void k(global int *a) {
    a[~(int)get_global_id(0) & 15] = 1;
}
