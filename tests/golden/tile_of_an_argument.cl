kernel void k(global int *a, int t) {
    a[get_global_id(0) / t] = 1;
}
