kernel void k(global float *a, int w) {
    a[get_group_id(0) * w] = 1;
}
