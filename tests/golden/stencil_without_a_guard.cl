kernel void k(global const float *a, global float *o) {
    int i = get_global_id(0);
    o[i] = a[i + 1] + a[i - 1];
}
