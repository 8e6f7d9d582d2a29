kernel void k(global int *p, global int *a) {
    int i = get_global_id(0);
    p[i] = i;
    a[p[i]] = 1;
}
