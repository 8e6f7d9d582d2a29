kernel void k(global int *a, int n) {
    int i = get_global_id(0);
    int j = i - 1;
    if (j < 0) j = 0;
    a[j] = 1;
}
