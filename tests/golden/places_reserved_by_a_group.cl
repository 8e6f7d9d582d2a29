kernel void k(global int *n, global int *o) {
    local int here, base;
    int l = get_local_id(0);
    if (l == 0) here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = atomic_inc(&here);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) base = atomic_add(n, here);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[base + mine] = 1;
}
