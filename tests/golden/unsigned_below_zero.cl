kernel void k(global int *a, uint n) {
    uint j = get_global_id(0) - 5;
    if (j < n) a[j] = 1;
}
