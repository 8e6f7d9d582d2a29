kernel void k(global int *a, uint n) {
    uint i = get_global_id(0), key = i * 1048576u;
    if (key < n) a[i] = 1;
}
