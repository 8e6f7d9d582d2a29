kernel void k(global int *a) {
    a[as_int((float)get_global_id(0))] = 1;
}
