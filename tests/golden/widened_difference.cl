kernel void k(global int *a, uint n) {
    uint i = get_global_id(0);
    a[get_global_size(0) - (n - i)] = 1;
}
