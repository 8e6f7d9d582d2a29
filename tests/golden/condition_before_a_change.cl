kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    bool in = i < n;
    i += 10;
    if (in) a[i] = 1;
}
