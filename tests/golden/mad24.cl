kernel void k(global int *a, int w) {
    int i = get_global_id(0);
    a[mad24(i, w, 2)] = 1;
}
