enum { W = 4 };
kernel void k(global float *a) {
    int i = get_global_id(0);
    a[i * W + sizeof(float) - 1] = 0;
}
