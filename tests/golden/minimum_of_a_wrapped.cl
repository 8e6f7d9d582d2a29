kernel void k(global int *a) {
    uint i = get_global_id(0);
    a[min(i - 5, 10u)] = 1;
}
