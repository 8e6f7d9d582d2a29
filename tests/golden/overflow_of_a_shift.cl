kernel void k(global int *a, uint n) {
    uint i = get_global_id(0), key = i << 22;
    if (key < n) a[i] = 1;
}
