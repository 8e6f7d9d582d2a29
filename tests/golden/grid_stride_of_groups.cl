kernel void k(global const float *a, global float *o, int n) {
    int step = get_num_groups(0) * get_local_size(0);
    for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += step)
        o[i] = a[i];
}
