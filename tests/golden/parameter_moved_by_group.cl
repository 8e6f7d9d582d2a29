kernel void k(global float *a, global float *b, int w) {
    a += get_group_id(0) * w;
    b += get_group_id(0);
    if (get_local_id(0) == 0) *b = a[w - 1];
}
