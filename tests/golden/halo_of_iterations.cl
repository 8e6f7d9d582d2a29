kernel void k(global const float *a, global float *o, int iters) {
    int l = get_local_id(0), own = get_local_size(0) - 2 * iters;
    int j = get_group_id(0) * own + l;
    if (l >= iters && l < get_local_size(0) - iters) o[j - iters] = a[j];
}
