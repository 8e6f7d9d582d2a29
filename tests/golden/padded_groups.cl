kernel void k(global int *a) {
    a[get_group_id(0) * (get_local_size(0) + 2) + get_local_id(0)] = 1;
}
