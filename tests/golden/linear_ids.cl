kernel void k(global int *a, global int *b) {
    a[get_global_linear_id()] = 1;
    b[get_local_linear_id()] = 1;
}
