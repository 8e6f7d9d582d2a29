kernel void k(global const uint *at, global const float *x, global float *y) {
    int i = get_global_id(0);
    y[i] = 2 * x[at[i]];
}
