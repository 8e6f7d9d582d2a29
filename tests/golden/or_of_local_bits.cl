kernel void k(global int *a) {
    a[(get_global_id(0) << 2) | (get_local_id(0) & 3)] = 1;
}
