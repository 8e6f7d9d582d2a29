kernel void k(global int *a) {
    int l = get_local_id(0);
    a[abs(l - 8)] = 1;
}
