kernel void k(global float *a, global float *b) {
    int i = get_global_id(0);
    b[i] = a[i];
}
