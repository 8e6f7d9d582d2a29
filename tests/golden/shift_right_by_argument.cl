kernel void k(global int *a, int s) {
    a[(int)get_global_id(0) >> s] = 1;
}
