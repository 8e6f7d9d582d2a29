bool inside(int i, int n) {
    return i >= 0 && i < n;
}
kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    if (inside(i, n)) a[i] = 1;
}
