kernel void k(global int *o) {
    local int t[2];
    int l = get_local_id(0);
    if (l == 0) t[0] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[0];
}
