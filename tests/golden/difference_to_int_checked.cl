kernel void k(global int *a, int n) {
    int j = n - get_global_id(0);
    if (j >= 0 && j < 10) a[j] = 1;
}
