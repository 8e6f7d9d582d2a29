kernel void k(global const float *x, int n, global float *o) {
    int part = (int)ceil((float)n / (float)get_num_groups(0));
    int from = part * get_group_id(0), to = min(from + part, n);
    for (int i = from; i < to; i += get_local_size(0)) {
        int j = i + get_local_id(0);
        if (j < to) o[j] = x[j];
    }
}
