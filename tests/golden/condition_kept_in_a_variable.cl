kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    bool in = i > 0 && i < n;
    if (!in) return;
    a[i - 1] = 1;
}
