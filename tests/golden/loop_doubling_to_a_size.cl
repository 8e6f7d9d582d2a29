kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    for (int s = 1; s <= n; s *= 2) a[i + s] = 1;
}
