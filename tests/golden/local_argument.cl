kernel void k(global int *a, local int *t) {
    int l = get_local_id(0);
    t[2 * l + 1] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[l];
}
