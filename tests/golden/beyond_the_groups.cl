kernel void k(global int *a) {
    a[get_num_groups(0)] = 1;
}
