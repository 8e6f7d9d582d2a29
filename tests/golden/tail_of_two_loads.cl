kernel void k(global const float *a, global float *o, int n) {
    int l = get_local_size(0), i = get_group_id(0) * l * 2 + get_local_id(0);
    float s = 0;
    while (i < n) {
        s += a[i] + a[i + l];
        i += 2 * l * get_num_groups(0);
    }
    o[get_global_id(0)] = s;
}
