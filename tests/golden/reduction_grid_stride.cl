kernel void k(global const int *a, global int *o, local int *t, int n) {
    int l = get_local_id(0), s = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
    t[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = get_local_size(0) >> 1; d > 0; d /= 2) {
        if (l < d) t[l] += t[l + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) atomic_add(o, t[0]);
}
