kernel void k(global int *a) {
    a[(uchar)get_global_id(0)] = 1;
}
