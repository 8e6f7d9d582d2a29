kernel void k(global int *a) {
    a[max(get_global_id(0), get_local_size(0))] = 1;
}
