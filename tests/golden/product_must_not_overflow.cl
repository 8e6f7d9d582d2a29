kernel void k(global int *a, int s) {
    a[get_global_id(0) * s] = 1;
}
