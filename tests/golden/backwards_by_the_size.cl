kernel void k(global int *a) {
    a[get_global_size(0) - 1 - get_global_id(0)] = 1;
}
