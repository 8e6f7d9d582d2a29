kernel void k(global const int *to, global const float *x, global float *y) {
    int i = get_global_id(0);
    y[to[i]] = x[i];
}
