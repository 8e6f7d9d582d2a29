kernel void k(global float *f, global int *a) {
    int i = get_global_id(0);
    a[(int)f[i]] = 1;
}
