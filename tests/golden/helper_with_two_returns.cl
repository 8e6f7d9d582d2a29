int g(int j, int n) {
    if (j >= n) return n - 1;
    return j;
}
kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    a[g(i, n)] = 1;
}
