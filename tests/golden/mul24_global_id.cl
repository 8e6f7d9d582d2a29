kernel void k(global int *a) {
    int base = mul24((int)get_group_id(0), (int)get_local_size(0));
    a[base + get_local_id(0)] = 1;
}
