kernel void k(global int *a, uint n) {
    uint i = get_global_id(0);
    size_t j = n - i;
    a[j + 1] = 1;
}
