kernel void k(global int *a, global int *b, int n) {
    int i = get_global_id(0);
    if (i < n)
        a[i] = 1;
    else
        b[i - n] = 1;
}
