kernel void k(global float *a, global const float *b) {
    int i = get_global_id(0);
    *(a + i) = *(b + 2 * i + 1);
}
