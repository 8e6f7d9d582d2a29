kernel void k(global const int *v, global int *o) {
    local int n;
    local int t[64];
    int l = get_local_id(0);
    if (l == 0) n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v[get_global_id(0)] > 9) t[atomic_inc(&n)] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < n) o[t[l]] = l;
}
