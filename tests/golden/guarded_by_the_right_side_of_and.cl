kernel void k(global const int *a, global int *b, int n) {
    int i = get_global_id(0);
    if (i + 1 < n && a[i + 1] > 0) b[i] = 1;
}
