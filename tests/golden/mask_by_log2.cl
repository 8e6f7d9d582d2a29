kernel void k(global int *a, int bits) {
    a[get_global_id(0) & ((1 << bits) - 1)] = 1;
}
