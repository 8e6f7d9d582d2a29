kernel void k(global const float *f, global int *a) {
    a[as_uint(f[get_global_id(0)])] = 1;
}
