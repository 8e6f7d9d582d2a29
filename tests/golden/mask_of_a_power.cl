kernel void k(global int *a, int n) {
    a[get_global_id(0) & (n - 1)] = 1;
}
