kernel void k(global int *a, global int *b, int n) {
    int i = get_global_id(0);
    a[max(i - 5, 0)] = 1;
    b[max(i, n)] = 1;
}
