kernel void k(global int *a, int n) {
    long j = get_global_id(0);
    a[j * n] = 1;
}
