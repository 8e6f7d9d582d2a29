kernel void k(global int *a, int n) {
    int x = get_global_id(0), y = n;
    while (y != 0) {
        int t = x % y;
        x = y;
        y = t;
    }
    a[x] = 1;
}
