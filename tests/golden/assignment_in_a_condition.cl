kernel void k(global int *a, global int *b, int n) {
    int i = get_global_id(0), j = 0;
    if (i > 2 && (j = i + 7) < n) a[j] = 1;
    b[j] = 1;
}
