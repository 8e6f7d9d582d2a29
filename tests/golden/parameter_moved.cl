kernel void k(global int *a, int off) {
    a = a + off;
    a[get_global_id(0)] = 1;
}
