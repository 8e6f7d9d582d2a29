kernel void k(global int *a) {
    a[get_local_id(0) * get_num_groups(0) + get_group_id(0)] = 1;
}
