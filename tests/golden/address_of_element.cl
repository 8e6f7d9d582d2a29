kernel void k(global float *a) {
    global float *p = &a[get_global_id(0) * 4];
    p[3] = *p;
}
