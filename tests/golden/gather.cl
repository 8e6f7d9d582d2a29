kernel void k(global const int *idx, global const float *x, global float *y) {
    int i = get_global_id(0);
    y[i] = x[idx[i]];
}
