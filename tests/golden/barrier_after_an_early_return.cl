kernel void k(global int *a, local int *t, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    t[get_local_id(0)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = t[0];
}
