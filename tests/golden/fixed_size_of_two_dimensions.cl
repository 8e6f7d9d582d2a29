__attribute__((reqd_work_group_size(8, 8, 1)))
kernel void k(global int *a) {
    a[get_global_id(0)] = 1;
}
