kernel void k(global const int *at, global const float *x, global float *y, int n) {
    int i = get_global_id(0), j = at[i];
    if (j >= 0 && j < n) y[i] = x[j];
}
