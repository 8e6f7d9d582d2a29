kernel void k(global int *a, uint n) {
    uint i = get_global_id(0);
    int j = n - i;
    if (j < 10) a[j] = 1;
}
