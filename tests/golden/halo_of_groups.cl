kernel void k(global const float *a, global float *o, int h) {
    int own = get_local_size(0) - 2 * h;
    o[get_global_id(0)] = a[get_group_id(0) * own + get_local_id(0)];
}
