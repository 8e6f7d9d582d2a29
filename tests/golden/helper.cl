float f(global const float *p, int j) {
    return p[j + 1];
}
kernel void k(global float *a, global float *b) {
    int i = get_global_id(0);
    b[i] = f(a + 2, i);
}
