kernel void k(global int *n, global int *o) {
    int l = get_local_id(0);
    if (l == 0) o[atomic_inc(n)] = get_group_id(0);
}
