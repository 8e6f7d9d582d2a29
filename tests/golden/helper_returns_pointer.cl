global int *row_of(global int *a, int w) {
    return a + get_global_id(0) * w;
}
kernel void k(global int *a, int w) {
    row_of(a, w)[2] = 1;
}
