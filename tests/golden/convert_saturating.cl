kernel void k(global int *a) {
    uint i = get_global_id(0);
    a[convert_uchar_sat(i)] = 1;
}
