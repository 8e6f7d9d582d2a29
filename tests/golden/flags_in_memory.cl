kernel void k(global const uchar *on, global const float *a, global float *o) {
    int i = get_global_id(0);
    if (on[i]) o[i] = a[i + 1];
}
