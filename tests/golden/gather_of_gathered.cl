kernel void k(global const int *p, global const int *q, global const float *x,
              global float *y) {
    int i = get_global_id(0);
    y[i] = x[q[p[i]]];
}
