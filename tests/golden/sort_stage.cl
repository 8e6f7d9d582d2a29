kernel void k(global int *a, int stage) {
    int i = get_global_id(0), j = i ^ (1 << stage);
    if (j > i) {
        int x = a[i], y = a[j];
        a[i] = min(x, y);
        a[j] = max(x, y);
    }
}
