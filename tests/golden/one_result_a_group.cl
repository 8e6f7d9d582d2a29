kernel void k(global int *a) {
    if (get_local_id(0) == 0) a[get_group_id(0)] = 1;
}
