kernel void k(global int *a, int n) {
    a[(int)get_global_id(0) - n] = 1;
}
