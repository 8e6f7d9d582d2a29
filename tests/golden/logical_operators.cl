kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    if (!(i >= n || i < 2)) a[i - 2] = 1;
}
