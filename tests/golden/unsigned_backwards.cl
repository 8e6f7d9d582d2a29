kernel void k(global int *a, uint n) {
    uint i = get_global_id(0);
    if (i < n) a[n - i - 1] = 1;
}
