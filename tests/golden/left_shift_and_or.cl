kernel void k(global int *a) {
    int i = get_global_id(0);
    a[(i << 1) | 1] = 1;
}
