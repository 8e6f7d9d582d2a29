kernel void k(global int *next, global int *a) {
    int i = get_global_id(0);
    next[i] = 3 * i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[next[i]] = 1;
}
