kernel void k(global const int *v, global int *o) {
    local int m;
    int l = get_local_id(0);
    if (l == 0) m = v[0] & 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < m; k++) {
        o[l + k] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
