kernel void k(global int *a) {
    a[convert_int((ulong)get_global_id(0)) + (short)1] = 1;
}
