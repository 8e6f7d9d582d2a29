kernel void k(global const float *u, global float *y, float drop, int train) {
    int i = get_global_id(0);
    if (train && u[i] < drop) y[i] = 0;
}
