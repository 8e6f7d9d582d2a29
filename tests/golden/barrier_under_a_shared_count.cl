kernel void k(global const int *v, global int *n, global int *o) {
    local int c[2];
    local int t[64];
    int l = get_local_id(0);
    if (l < 2) c[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v[get_global_id(0)] > 9) t[atomic_inc(c)] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (c[0]) {
        if (l == 0) c[1] = atomic_add(n, c[0]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < c[0]) o[l + c[1]] = t[l];
    }
}
