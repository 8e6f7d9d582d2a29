kernel void k(global const float *a, global float *b) {
    int i = get_global_id(0);
    vstore4(vload4(i, a), i, b + 4);
}
