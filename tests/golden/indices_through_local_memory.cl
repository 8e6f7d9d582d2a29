kernel void k(global const int *a, local int *t, global int *o) {
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[t[get_local_size(0) - 1 - l]] = 1;
}
