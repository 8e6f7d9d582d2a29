kernel void k(global const float *a, global float *b) {
    int i = get_global_id(0);
    vstore2(vload2(i, a + 1), i, b);
}
