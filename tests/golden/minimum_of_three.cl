kernel void k(global int *a, int n, int m) {
    a[min(min((int)get_global_id(0), n), m)] = 1;
}
