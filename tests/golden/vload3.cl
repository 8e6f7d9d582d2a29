kernel void k(global const float *a, global float *b) {
    int i = get_global_id(0);
    b[i] = vload3(i, a).x;
}
