kernel void k(global const float *x, global float *y, float a, int b) {
    int i = get_global_id(0);
    y[i] = a * x[i] + b;
}
