kernel void k(global const int *to, global const float *x, global float *y, int n) {
    int i = get_global_id(0);
    if (i < n) y[to[i]] = x[i];
}
