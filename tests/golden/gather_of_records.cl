kernel void k(global const int *at, global const float *x, global float *y) {
    int i = get_global_id(0), j = at[i] * 4;
    y[i] = x[j] + x[j + 3];
}
